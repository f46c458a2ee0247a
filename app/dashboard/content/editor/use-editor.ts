import { Editor, type JSONContent, type NodeViewRenderer } from "@tiptap/core";
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from "@tiptap/extensions";
import type { Node } from "@tiptap/pm/model";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { RichText } from "#app/content/rich-text/document.ts";
import type { LibraryPicture } from "#app/dashboard/files/library-picture.ts";
import { PictureNode, VideoNode } from "./media-nodes.ts";
import { fetchParser, ownHtml, type Taking, take } from "./paste.ts";
import { readSeen } from "./place-menu.ts";
import { toStored } from "./stored.ts";
import { textSchema } from "./text-schema.ts";

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
      videoWithView,
      UndoRedo,
      Dropcursor,
      Gapcursor,
      Placeholder.configure({ placeholder: "Write, or type / for headings, lists, pictures…" }),
    ],
    editorProps: {
      attributes: {
        class: "txt",
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
      handleKeyDown: (_, event) => latest.current.onKey(event),
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

/** Pictures that may stand in the text, by file id. */
type Pictures = Map<string, LibraryPicture>;

/** A picture as readers see it, its caption and a missing alt text below. */
function pictureWithView(pictures: Pictures) {
  return PictureNode.extend({
    addNodeView: () => viewOf((figure, { attrs }) => drawPicture(figure, attrs, pictures)),
  });
}

const videoWithView = VideoNode.extend({
  addNodeView: () =>
    viewOf((figure, { attrs }) => figure.replaceChildren(element("p", "video-address", attrs.url))),
});

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
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
