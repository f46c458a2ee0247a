import { Editor, type JSONContent, type NodeViewRenderer } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from "@tiptap/extensions";
import { Node, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { type RefObject, useEffect, useRef, useState } from "react";
import { fetchPicture, type LibraryPicture } from "#app/dashboard/files/library-picture.ts";
import { fromClipboard } from "#app/rich-text/html/from-clipboard.ts";
import { isLinkAddress, videoAddress, videoService } from "#app/rich-text/schema/addresses.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { readSeen } from "./caret-menu.tsx";
import { EmptyGalleries, ExpectedPictures, writeBelow } from "./pictures.ts";
import { GalleryNode, PictureNode, textSchema, toStored, VideoNode } from "./text-schema.ts";
import { putTypedVideo } from "./tools.ts";

interface EditorProps {
  name: string;
  doc: RichText;
  place: RefObject<HTMLElement | null>;
  pictures: Pictures;
  /** Asked first about each key. */
  onKey(event: KeyboardEvent): boolean;
  onChange(): void;
  taking: Taking;
}

/** An editor in `place`, as long as that is shown; whatever form it stands in gets its document as `<name>.json`. */
export function useEditor(props: EditorProps): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const { place, name } = latest.current;
    if (!place.current) return;
    const made = openEditor(place.current, latest);
    setEditor(made);
    fetchParser().catch(() => {}); // asked for again by the paste
    const form = place.current.closest("form");
    const give = ({ formData }: FormDataEvent) => {
      formData.set(`${name}.json`, JSON.stringify(toStored(made.getJSON())));
    };
    form?.addEventListener("formdata", give);
    return () => {
      form?.removeEventListener("formdata", give);
      made.destroy();
    };
  }, []);
  return editor;
}

function openEditor(element: HTMLElement, latest: RefObject<EditorProps>): Editor {
  const { name, doc, pictures } = latest.current;
  const margins = { top: 0, right: 8, bottom: 48, left: 8 };
  const editor: Editor = new Editor({
    element,
    content: doc as JSONContent, // the same shape, with names of its own
    // The policy of our pages takes no style from scripts; the style sheet holds what the editor needs.
    injectCSS: false,
    extensions: [
      ...textSchema,
      pictureWithView(pictures),
      GalleryNode,
      ExpectedPictures,
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
      // The editor would swallow every Enter; this one asks whether to publish.
      handleDOMEvents: {
        keydown: (_, event) => event.key === "Enter" && event.shiftKey && (event.ctrlKey || event.metaKey),
      },
      scrollThreshold: margins,
      scrollMargin: margins,
      handleScrollToSelection() {
        // Measured anew each time: the tools stick to the top, and a phone's keyboard covers the foot.
        const seen = readSeen(editor);
        margins.top = seen.top + 8;
        margins.bottom = Math.max(0, window.innerHeight - seen.bottom) + 48;
        return false;
      },
      handleKeyDown: (view, event) => latest.current.onKey(event) || (isEnter(event) && handleEnter(view)),
      handleTextInput(view, _from, _to, text) {
        if (!goBelow(view)) return false;
        view.dispatch(view.state.tr.insertText(text));
        return true;
      },
      transformPastedHTML: ownHtml,
      handlePaste: (_, event) => take(editor, event.clipboardData, latest.current.taking),
      handleDrop(view, event, _slice, isOwn) {
        if (isOwn) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at) editor.commands.setTextSelection(at.pos);
        const isTaken = take(editor, event.dataTransfer, latest.current.taking);
        if (isTaken) event.preventDefault();
        return isTaken;
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
  return putTypedVideo(view.state, view.dispatch) || goBelow(view);
}

/** From a block that is chosen to a new line below it; false where none is chosen. */
function goBelow(view: EditorView): boolean {
  const tr = writeBelow(view.state);
  if (tr) view.dispatch(tr);
  return tr !== null;
}

/** Pictures that may stand in the text, by file id. */
type Pictures = Map<string, LibraryPicture>;

/** A picture as readers see it, its caption and a missing alt text below. */
function pictureWithView(pictures: Pictures) {
  return PictureNode.extend({
    addNodeView: () => viewOf((figure, { attrs }) => drawPicture(figure, attrs, pictures)),
  });
}

const videoWithView = VideoNode.extend({ addNodeView: () => viewOf(drawVideo) });

/** Named by its service or file: the editor loads nothing from elsewhere. */
function drawVideo(figure: HTMLElement, { attrs: { url, caption } }: Node): void {
  const service = videoService(url);
  const box = element("p", "video-address", "");
  box.append(
    element("b", "", service ? `${service} video` : `Video ${url.split("/").at(-1)}`),
    element("span", "", url),
  );
  figure.replaceChildren(box, ...(caption ? [element("figcaption", "", caption)] : []));
}

function viewOf(draw: (figure: HTMLElement, node: Node) => void): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement("figure");
    dom.className = node.type.name;
    draw(dom, node);
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false;
        draw(dom, next);
        return true;
      },
      ignoreMutation: () => true,
    };
  };
}

function drawPicture(figure: HTMLElement, attrs: Node["attrs"], pictures: Pictures): void {
  const picture = pictures.get(attrs.file);
  const image = document.createElement("img");
  // The order counts: a browser takes the one size it finds first.
  image.sizes = "(max-width: 48rem) 100vw, 44rem";
  image.srcset = picture?.srcset ?? "";
  image.src = picture?.thumb ?? "";
  image.alt = attrs.alt || picture?.alt || "";
  if (picture) [image.width, image.height] = [picture.width, picture.height];
  image.draggable = false;
  const caption = attrs.caption ? [element("figcaption", "", attrs.caption)] : [];
  const words = image.alt ? [] : [element("p", "wrong", "No alt text yet")];
  figure.replaceChildren(image, ...caption, ...words);
  // What was copied in another text is not among those this text began with.
  if (!picture)
    void fetchPicture(attrs.file).then((found) => {
      if (found === null) return;
      pictures.set(found.id, found);
      if (figure.contains(image)) drawPicture(figure, attrs, pictures);
    });
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

interface Taking {
  /** Pictures that came as files. */
  onFiles(files: File[]): void;
  /** What stayed behind, in words. */
  onLeft(words: string): void;
}

/** Takes what is pasted or dropped, cleaned by the rules of the stored text; false leaves it to the editor. */
function take(editor: Editor, data: DataTransfer | null, { onFiles, onLeft }: Taking): boolean {
  if (!data) return false;
  const html = data.getData("text/html");
  const text = data.getData("text/plain").trim();
  const files = [...data.files].filter(({ type }) => type.startsWith("image/"));
  // Word sends a picture of the text along with the text.
  if (files.length > 0 && text === "") {
    onFiles(files);
    return true;
  }
  if (editor.isActive("codeBlock") || isOwn(html)) return false;
  if (takeAddress(editor, text)) return true;
  if (html.trim() === "") return false;
  void takeHtml(editor, html, text).then((count) => {
    if (count > 0)
      onLeft(count === 1 ? oneLeft : `${count} pictures or videos could not be pasted. ${addThem}`);
  });
  return true;
}

/** Inserts what can be kept of the HTML, as the server would read it; its text alone when the reader can't be fetched. Gives how many pictures and videos were left. */
async function takeHtml(editor: Editor, html: string, text: string): Promise<number> {
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

/** The reader of HTML, which only pasting needs; asked for ahead once there is an editor, so that no paste waits for it. */
function fetchParser() {
  return import("#app/rich-text/html/html-parse.ts");
}

/**
 * What of the HTML in the clipboard the editor's own reader gets: what was copied in an editor, and nothing of other origin.
 * The browser would try the styles in it, and our policy refuse each of them in the console; `take` reads it without the browser.
 */
function ownHtml(html: string): string {
  return isOwn(html) ? html : "";
}

function isOwn(html: string): boolean {
  return html.includes("data-pm-slice");
}

const addThem = "Add them from the library.";
const oneLeft = `A picture or video could not be pasted. ${addThem}`;

/** An address pasted onto words links them; that of a video, alone on its line, is the video. */
function takeAddress(editor: Editor, text: string): boolean {
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
