import { Editor, type JSONContent, type NodeViewRenderer } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from "@tiptap/extensions";
import { Node, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { type RefObject, useEffect, useRef, useState } from "react";
import { fetchPicture, type LibraryPicture } from "#app/dashboard/files/library-picture.ts";
import { fromClipboard } from "#app/lib/rich-text/html/from-clipboard.ts";
import { isLinkAddress, videoAddress, videoService } from "#app/lib/rich-text/schema/addresses.ts";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
import { readVisibleArea } from "./caret-menu.tsx";
import { EmptyGalleries, moveBelowBlock, ReservedPicturePlaces } from "./pictures.ts";
import { GalleryNode, PictureNode, textSchema, toStored, VideoNode } from "./text-schema.ts";
import { insertTypedVideo } from "./tools.ts";

interface EditorProps {
  name: string;
  doc: RichText;
  place: RefObject<HTMLElement | null>;
  pictures: Pictures;
  /** Key handler that runs first. */
  onKey(event: KeyboardEvent): boolean;
  onChange(): void;
  pasteHandlers: PasteHandlers;
}

/** Creates an editor in `place` while it is mounted; its document joins the form as `<name>.json`. */
export function useEditor(props: EditorProps): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { place, name } = latest.current;
    if (!place.current) return;
    const created = openEditor(place.current, latest);
    setEditor(created);
    fetchParser().catch(() => {}); // a paste tries again
    const form = place.current.closest("form");
    const addDocument = ({ formData }: FormDataEvent) => {
      formData.set(`${name}.json`, JSON.stringify(toStored(created.getJSON())));
    };
    form?.addEventListener("formdata", addDocument);
    return () => {
      form?.removeEventListener("formdata", addDocument);
      created.destroy();
    };
  }, []);
  return editor;
}

function openEditor(element: HTMLElement, latest: RefObject<EditorProps>): Editor {
  const { name, doc, pictures } = latest.current;
  const margins = { top: 0, right: 8, bottom: 48, left: 8 };
  const editor: Editor = new Editor({
    element,
    content: doc as JSONContent, // both types describe the same JSON
    // The Content Security Policy blocks injected styles; the style sheet has the editor's rules.
    injectCSS: false,
    extensions: [
      ...textSchema,
      pictureWithView(pictures),
      GalleryNode,
      ReservedPicturePlaces,
      EmptyGalleries,
      videoWithView,
      UndoRedo,
      Dropcursor,
      Gapcursor,
      Placeholder.configure({ placeholder: "Write, or type / for headings, lists, pictures…" }),
    ],
    editorProps: {
      attributes: {
        class: "rich-text",
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": `l-${name}`,
      },
      // Leaves the shortcut that publishes to the form; the editor would handle every Enter.
      handleDOMEvents: {
        keydown: (_, event) => event.key === "Enter" && event.shiftKey && (event.ctrlKey || event.metaKey),
      },
      scrollThreshold: margins,
      scrollMargin: margins,
      handleScrollToSelection() {
        // Measured each time, because the sticky toolbar and a phone's keyboard cover parts of the text.
        const visible = readVisibleArea(editor);
        margins.top = visible.top + 8;
        margins.bottom = Math.max(0, window.innerHeight - visible.bottom) + 48;
        return false;
      },
      handleKeyDown: (view, event) => latest.current.onKey(event) || (isEnter(event) && handleEnter(view)),
      handleTextInput(view, _from, _to, text) {
        if (!moveBelow(view)) return false;
        view.dispatch(view.state.tr.insertText(text));
        return true;
      },
      transformPastedHTML: onlyEditorHtml,
      handlePaste: (_, event) => insertPasted(editor, event.clipboardData, latest.current.pasteHandlers),
      handleDrop(view, event, _slice, isFromEditor) {
        if (isFromEditor) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at) editor.commands.setTextSelection(at.pos);
        const isHandled = insertPasted(editor, event.dataTransfer, latest.current.pasteHandlers);
        if (isHandled) event.preventDefault();
        return isHandled;
      },
    },
    onUpdate: () => latest.current.onChange(),
  });
  return editor;
}

function isEnter({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === "Enter" && !(shiftKey || ctrlKey || metaKey || altKey);
}

/** Turns a typed video address into the video, or begins a line below a selected block. */
function handleEnter(view: EditorView): boolean {
  return insertTypedVideo(view.state, view.dispatch) || moveBelow(view);
}

/** Adds a line below a selected block; false without one. */
function moveBelow(view: EditorView): boolean {
  const tr = moveBelowBlock(view.state);
  if (tr) view.dispatch(tr);
  return tr !== null;
}

/** Pictures of the text by file id. */
type Pictures = Map<string, LibraryPicture>;

/** Picture node with its public appearance, the caption and a warning about missing alt text. */
function pictureWithView(pictures: Pictures) {
  return PictureNode.extend({
    addNodeView: () => viewOf((figure, { attrs }) => renderPicture(figure, attrs, pictures)),
  });
}

const videoWithView = VideoNode.extend({ addNodeView: () => viewOf(renderVideo) });

/** Shows the service or file name, because the editor loads nothing from other sites. */
function renderVideo(figure: HTMLElement, { attrs: { url, caption } }: Node): void {
  const service = videoService(url);
  const box = element("p", "video-address", "");
  box.append(
    element("b", "", service ? `${service} video` : `Video ${url.split("/").at(-1)}`),
    element("span", "", url),
  );
  figure.replaceChildren(box, ...(caption ? [element("figcaption", "", caption)] : []));
}

function viewOf(render: (figure: HTMLElement, node: Node) => void): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement("figure");
    dom.className = node.type.name;
    render(dom, node);
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false;
        render(dom, next);
        return true;
      },
      ignoreMutation: () => true,
    };
  };
}

function renderPicture(figure: HTMLElement, attrs: Node["attrs"], pictures: Pictures): void {
  const picture = pictures.get(attrs.file);
  const image = document.createElement("img");
  // Set before `srcset`, so that the browser does not fetch another size first.
  image.sizes = "(max-width: 48rem) 100vw, 44rem";
  image.srcset = picture?.srcset ?? "";
  image.src = picture?.thumb ?? "";
  image.alt = attrs.alt || picture?.alt || "";
  if (picture) [image.width, image.height] = [picture.width, picture.height];
  image.draggable = false;
  const caption = attrs.caption ? [element("figcaption", "", attrs.caption)] : [];
  const words = image.alt ? [] : [element("p", "wrong", "No alt text yet")];
  figure.replaceChildren(image, ...caption, ...words);
  // A picture pasted from another text is not in the initial data.
  if (!picture)
    void fetchPicture(attrs.file).then((found) => {
      if (found === null) return;
      pictures.set(found.id, found);
      if (figure.contains(image)) renderPicture(figure, attrs, pictures);
    });
}

function element(tag: string, className: string, text: string): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}

interface PasteHandlers {
  /** Pictures pasted or dropped as files. */
  onFiles(files: File[]): void;
  /** Reports content that was not inserted. */
  onSkipped(words: string): void;
}

/**
 * Inserts pasted or dropped content, cleaned by the rules of stored text; false lets the editor handle it.
 */
function insertPasted(
  editor: Editor,
  data: DataTransfer | null,
  { onFiles, onSkipped }: PasteHandlers,
): boolean {
  if (!data) return false;
  const html = data.getData("text/html");
  const text = data.getData("text/plain").trim();
  const files = [...data.files].filter(({ type }) => type.startsWith("image/"));
  // Word adds a picture of the text to the clipboard.
  if (files.length > 0 && text === "") {
    onFiles(files);
    return true;
  }
  if (editor.isActive("codeBlock") || isFromEditor(html)) return false;
  if (insertAddress(editor, text)) return true;
  if (html.trim() === "") return false;
  void insertHtml(editor, html, text).then((count) => {
    if (count > 0)
      onSkipped(count === 1 ? oneSkipped : `${count} pictures or videos could not be pasted. ${addManually}`);
  });
  return true;
}

/**
 * Inserts the HTML as the server would read it, or its plain text when the reader fails to load. Returns the
 * number of omitted pictures and videos.
 */
async function insertHtml(editor: Editor, html: string, text: string): Promise<number> {
  const parser = await fetchParser().catch(() => null);
  if (editor.isDestroyed) return 0;
  if (!parser) {
    editor.view.pasteText(text);
    return 0;
  }
  const { doc, left } = fromClipboard(parser.parseHtml(html).nodes, window.location.origin);
  insertDocument(editor, doc);
  return left.reduce((sum, one) => sum + one.count, 0);
}

/** Loads the HTML reader, which only pasting needs; requested early so that the first paste does not wait. */
function fetchParser() {
  return import("#app/lib/rich-text/html/html-parse.ts");
}

/**
 * HTML that the editor's own parser may read: only content copied from an editor. Other HTML would apply its
 * styles and trigger reports of the Content Security Policy.
 */
function onlyEditorHtml(html: string): string {
  return isFromEditor(html) ? html : "";
}

function isFromEditor(html: string): boolean {
  return html.includes("data-pm-slice");
}

const addManually = "Add them from the library.";
const oneSkipped = `A picture or video could not be pasted. ${addManually}`;

/** Links the selected words to a pasted address, or inserts a video whose address is alone on its line. */
function insertAddress(editor: Editor, text: string): boolean {
  const { selection } = editor.state;
  if (/\s/.test(text) || !/^https?:\/\//.test(text) || !isLinkAddress(text)) return false;
  if (!selection.empty) return editor.chain().focus().setLink({ href: text }).run();
  const url = videoAddress(text);
  if (url === null || selection.$from.parent.content.size > 0) return false;
  return editor.chain().focus().insertContent({ type: "video", attrs: { url } }).run();
}

function insertDocument(editor: Editor, doc: RichText): void {
  const node = Node.fromJSON(editor.schema, doc);
  const isOpen = (side: Node | null) => (side?.type.name === "paragraph" ? 1 : 0);
  const slice = new Slice(node.content, isOpen(node.firstChild), isOpen(node.lastChild));
  editor.view.dispatch(editor.state.tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
}
