import type { Editor } from "@tiptap/core";
import { Node, Slice } from "@tiptap/pm/model";
import { isLinkAddress } from "#app/content/rich-text/addresses.ts";
import type { RichText } from "#app/content/rich-text/document.ts";
import { fromClipboard } from "#app/content/rich-text/from-clipboard.ts";
import { videoAddress } from "#app/content/rich-text/video-address.ts";

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
export function fetchParser() {
  return import("#app/content/rich-text/html-parse.ts");
}

/**
 * What of the HTML in the clipboard the editor's own reader gets: what was copied in an editor, and nothing of other origin.
 * The browser would try the styles in it, and our policy refuse each of them in the console; `take` reads it without the browser.
 */
export function ownHtml(html: string): string {
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
