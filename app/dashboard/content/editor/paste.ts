import type { Editor } from "@tiptap/core";
import { Node, Slice } from "@tiptap/pm/model";
import { isLinkAddress } from "#app/content/rich-text/addresses.ts";
import type { RichText } from "#app/content/rich-text/document.ts";
import { fromClipboard } from "#app/content/rich-text/from-clipboard.ts";
import { videoAddress } from "#app/content/rich-text/video-address.ts";
import { treeOf } from "./dom-tree.ts";

export interface Taking {
  /** Pictures that came as files. */
  onFiles(files: File[]): void;
  /** What stayed behind, in words. */
  onLeft(words: string): void;
}

/** Takes what is pasted or dropped, cleaned by the rules of the stored text; false leaves it to the editor. */
export function take(editor: Editor, data: DataTransfer | null, { onFiles, onLeft }: Taking): boolean {
  if (!data) return false;
  const html = data.getData("text/html");
  const text = data.getData("text/plain").trim();
  const files = [...data.files].filter(({ type }) => type.startsWith("image/"));
  // Word sends a picture of the text along with the text.
  if (files.length > 0 && text === "") {
    onFiles(files);
    return true;
  }
  if (editor.isActive("codeBlock") || html.includes("data-pm-slice")) return false;
  if (takeAddress(editor, text)) return true;
  if (html.trim() === "") return false;
  const { doc, left } = fromClipboard(treeOf(html), window.location.origin);
  insertDocument(editor, doc);
  const count = left.reduce((sum, one) => sum + one.count, 0);
  if (count > 0)
    onLeft(count === 1 ? oneLeft : `${count} pictures or films could not come along. ${addThem}`);
  return true;
}

const addThem = "Add them from the library.";
const oneLeft = `A picture or film could not come along. ${addThem}`;

/** An address pasted onto words links them; that of a film, alone on its line, is the film. */
function takeAddress(editor: Editor, text: string): boolean {
  const { selection } = editor.state;
  if (/\s/.test(text) || !/^https?:\/\//.test(text) || !isLinkAddress(text)) return false;
  if (!selection.empty) return editor.chain().focus().setLink(text).run();
  const url = videoAddress(text);
  if (url === null || selection.$from.parent.content.size > 0) return false;
  return editor.chain().focus().insertContent({ type: "video", attrs: { url } }).run();
}

export function insertDocument(editor: Editor, doc: RichText): void {
  const node = Node.fromJSON(editor.schema, doc);
  const isOpen = (side: Node | null) => (side?.type.name === "paragraph" ? 1 : 0);
  const slice = new Slice(node.content, isOpen(node.firstChild), isOpen(node.lastChild));
  editor.view.dispatch(editor.state.tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
}
