import { type Editor, findParentNode } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import type { PictureBlock } from "#app/rich-text/schema/document.ts";

/** Puts pictures into the gallery that the selection is in, behind the chosen one or at its end; otherwise makes them a gallery. */
export function putGallery(editor: Editor, pictures: readonly PictureBlock[]): void {
  const gallery = findGallery(editor);
  if (pictures.length === 0) return;
  if (!gallery) {
    editor
      .chain()
      .focus()
      .insertContent({ type: "gallery", content: [...pictures] })
      .run();
    return;
  }
  const { selection } = editor.state;
  const isPicture = selection instanceof NodeSelection && selection.node.type.name === "image";
  const at = isPicture ? selection.to : gallery.from + gallery.node.nodeSize - 1;
  editor
    .chain()
    .focus()
    .insertContentAt(at, [...pictures])
    .run();
}

/** Moves the chosen picture of a gallery by one place and keeps it chosen; at the end it stays. */
export function movePicture(editor: Editor, by: -1 | 1): void {
  const gallery = findGallery(editor);
  const { selection, tr } = editor.state;
  if (!gallery || !(selection instanceof NodeSelection)) return;
  const from = selection.$from.index();
  const to = from + by;
  if (to < 0 || to >= gallery.node.childCount) return;
  const pictures = gallery.node.children.toSpliced(from, 1).toSpliced(to, 0, selection.node);
  const begin = gallery.from + 1;
  tr.replaceWith(begin, begin + gallery.node.content.size, Fragment.from(pictures));
  // A picture takes one place in the document.
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, begin + to)).scrollIntoView());
}

/** Leaves the pictures of a gallery one below the other. */
export function ungroupGallery(editor: Editor): void {
  const gallery = findGallery(editor);
  if (!gallery) return;
  const { tr } = editor.state;
  tr.replaceWith(gallery.from, gallery.from + gallery.node.nodeSize, gallery.node.content);
  editor.view.dispatch(tr.scrollIntoView());
}

/** The gallery around the selection, or the one that is chosen itself. */
function findGallery({ state: { selection } }: Editor): { node: Node; from: number } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "gallery")
    return { node: selection.node, from: selection.from };
  const around = findParentNode(({ type }) => type.name === "gallery")(selection);
  return around ? { node: around.node, from: around.pos } : null;
}
