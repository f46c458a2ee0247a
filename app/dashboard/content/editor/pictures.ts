import { type Editor, Extension, findParentNode } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Node } from "@tiptap/pm/model";
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { PictureBlock } from "#app/lib/rich-text/schema/document.ts";
import { findStart } from "./tools.ts";

/** Finds the gallery around the selection, or the selected gallery. */
function findGallery({ selection }: EditorState): { node: Node; from: number } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "gallery")
    return { node: selection.node, from: selection.from };
  const around = findParentNode(({ type }) => type.name === "gallery")(selection);
  return around ? { node: around.node, from: around.pos } : null;
}

function findSelectedNode({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection ? selection.node : null;
}

/** Inserts a picture at the caret, or after a selected picture or gallery. */
export const insertPicture =
  (picture: PictureBlock): Command =>
  (state, dispatch) => {
    const node = state.schema.nodeFromJSON(picture);
    if (findGallery(state) && findSelectedNode(state)?.type.name === "image")
      return addToGallery([node])(state, dispatch);
    return insertBlock(node)(state, dispatch);
  };

/**
 * Adds pictures to the gallery at the selection, after its selected picture or at the end. Without one,
 * creates a gallery that includes a selected picture.
 */
export const insertGallery =
  (pictures: readonly PictureBlock[]): Command =>
  (state, dispatch) => {
    if (pictures.length === 0) return false;
    const nodes = pictures.map((one) => state.schema.nodeFromJSON(one));
    if (findGallery(state)) return addToGallery(nodes)(state, dispatch);
    const chosen = findSelectedNode(state);
    const gallery = (all: readonly Node[]) => state.schema.node("gallery", null, [...all]);
    if (chosen?.type.name !== "image") return insertBlock(gallery(nodes))(state, dispatch);
    const { tr, selection } = state;
    tr.replaceWith(selection.from, selection.to, gallery([chosen, ...nodes]));
    dispatch?.(closeHistory(moveCaretBelow(tr, selection.from)).scrollIntoView());
    return true;
  };

const addToGallery =
  (nodes: readonly Node[]): Command =>
  (state, dispatch) => {
    const gallery = findGallery(state);
    if (!gallery) return false;
    const isPicture = findSelectedNode(state)?.type.name === "image";
    const at = isPicture ? state.selection.to : gallery.from + gallery.node.nodeSize - 1;
    const { tr } = state;
    tr.insert(at, [...nodes]);
    // A picture has size 1 in the document.
    tr.setSelection(NodeSelection.create(tr.doc, at + nodes.length - 1));
    dispatch?.(closeHistory(tr).scrollIntoView());
    return true;
  };

/** Inserts a block without replacing a selected one, and puts the caret below it. */
const insertBlock =
  (node: Node): Command =>
  (state, dispatch) => {
    const { tr, selection } = state;
    const at = findInsertPosition(state);
    if (selection.empty || selection instanceof NodeSelection) insertAt(tr, at, [node]);
    else tr.replaceSelectionWith(node);
    const from = findStart(tr.doc, node);
    if (from === null) return false;
    dispatch?.(closeHistory(moveCaretBelow(tr, from)).scrollIntoView());
    return true;
  };

/** Position for a block inserted at the selection: after a selected block, and never inside a sentence. */
function findInsertPosition({ selection }: EditorState): number {
  if (selection instanceof NodeSelection) {
    const gallery = findParentNode(({ type }) => type.name === "gallery")(selection);
    return gallery ? gallery.pos + gallery.node.nodeSize : selection.to;
  }
  const { $from } = selection;
  if (!$from.parent.isTextblock) return $from.pos;
  return $from.parentOffset === 0 && $from.parent.content.size > 0 ? $from.before() : $from.after();
}

/** Replaces an empty paragraph just before the position. */
function insertAt(tr: Transaction, at: number, nodes: readonly Node[]): void {
  const before = tr.doc.resolve(at).nodeBefore;
  const isEmpty = before?.type.name === "paragraph" && before.content.size === 0;
  const $at = tr.doc.resolve(at);
  // A list item must begin with a paragraph.
  const canReplace =
    isEmpty && $at.parent.canReplace($at.index() - 1, $at.index(), Fragment.from([...nodes]));
  if (canReplace) tr.replaceWith(at - before.nodeSize, at, [...nodes]);
  else tr.insert(at, [...nodes]);
}

/** Puts the caret into the paragraph below a block, and creates that paragraph if needed. */
function moveCaretBelow(tr: Transaction, from: number): Transaction {
  const end = from + (tr.doc.nodeAt(from)?.nodeSize ?? 0);
  if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, tr.doc.type.schema.node("paragraph"));
  return tr.setSelection(TextSelection.create(tr.doc, end + 1));
}

/** Start position of the selected block: a picture, its gallery, a video or a line. */
function findSelectedBlock(state: EditorState): number | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return null;
  return findGallery(state)?.from ?? selection.from;
}

/** Puts the caret below a selected block, because typed text would replace the block. */
export function moveBelowBlock(state: EditorState): Transaction | null {
  const from = findSelectedBlock(state);
  if (from === null) return null;
  const tr = state.tr;
  const end = from + (tr.doc.nodeAt(from)?.nodeSize ?? 0);
  tr.insert(end, state.schema.node("paragraph"));
  return tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView();
}

/** Moves the selected picture of a gallery by one place; it stays selected. */
export function movePicture(editor: Editor, by: -1 | 1): void {
  const gallery = findGallery(editor.state);
  const { selection, tr } = editor.state;
  if (!gallery || !(selection instanceof NodeSelection)) return;
  const from = selection.$from.index();
  const to = from + by;
  if (to < 0 || to >= gallery.node.childCount) return;
  const pictures = gallery.node.children.toSpliced(from, 1).toSpliced(to, 0, selection.node);
  const start = gallery.from + 1;
  tr.replaceWith(start, start + gallery.node.content.size, Fragment.from(pictures));
  tr.setSelection(NodeSelection.create(tr.doc, start + to));
  editor.view.dispatch(closeHistory(tr).scrollIntoView());
}

/** Replaces a gallery by its pictures, one below the other. It is a separate undo step. */
export function ungroupGallery(editor: Editor): void {
  const gallery = findGallery(editor.state);
  if (!gallery) return;
  const { tr } = editor.state;
  tr.replaceWith(gallery.from, gallery.from + gallery.node.nodeSize, gallery.node.content);
  editor.view.dispatch(closeHistory(tr).scrollIntoView());
}

/**
 * Removes galleries without pictures; null without any. ProseMirror leaves a picture without a file in an
 * emptied gallery.
 */
export function removeEmptyGalleries({ doc, tr }: EditorState): Transaction | null {
  doc.descendants((node, pos) => {
    if (node.type.name !== "gallery") return node.isBlock && !node.isTextblock;
    if (node.children.every((picture) => picture.attrs.file === null))
      tr.delete(tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize));
    return false;
  });
  return tr.docChanged ? tr : null;
}

export const EmptyGalleries = Extension.create({
  name: "emptyGalleries",
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, state) =>
        transactions.some(({ docChanged }) => docChanged) ? removeEmptyGalleries(state) : null,
    }),
  ],
});

type ReservationChange = { add: { id: object; at: number; words: string } } | { remove: object };

const reservations = new PluginKey<DecorationSet>("expected pictures");

/** Tracks the positions of pictures still being uploaded while the document changes. */
export const ReservedPicturePlaces = Extension.create({
  name: "expectedPictures",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: reservations,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, places) {
          const change = tr.getMeta(reservations) as ReservationChange | undefined; // the key is private
          const moved = places.map(tr.mapping, tr.doc);
          if (change === undefined) return moved;
          if ("remove" in change) return moved.remove(findPlace(moved, change.remove));
          const { id, at, words } = change.add;
          return moved.add(tr.doc, [Decoration.widget(at, () => renderPlaceholder(words), { id, side: -1 })]);
        },
      },
      props: { decorations: (state) => reservations.getState(state) },
    }),
  ],
});

function findPlace(places: DecorationSet | undefined, id: object): Decoration[] {
  return places?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
}

function renderPlaceholder(words: string): HTMLElement {
  const place = document.createElement("p");
  place.className = "expected";
  place.contentEditable = "false";
  place.textContent = words;
  return place;
}

/**
 * Position reserved for uploads. `fill` inserts them there and returns false when the position was deleted.
 */
export interface ReservedPlace {
  fill(pictures: readonly PictureBlock[]): boolean;
}

/**
 * Reserves the position at the caret for pictures that arrive later.
 * @param words placeholder text
 */
export function reservePicturePlace(editor: Editor, words: string): ReservedPlace {
  const id = {};
  const add = { id, at: findInsertPosition(editor.state), words };
  editor.view.dispatch(editor.state.tr.setMeta(reservations, { add } satisfies ReservationChange));
  return {
    fill(pictures) {
      if (editor.isDestroyed) return false;
      const { state } = editor;
      const [place] = findPlace(reservations.getState(state), id);
      const tr = state.tr.setMeta(reservations, { remove: id } satisfies ReservationChange);
      const nodes = pictures.map((one) => state.schema.nodeFromJSON(one));
      if (place && nodes.length > 0)
        insertAt(tr, place.from, nodes.length === 1 ? nodes : [state.schema.node("gallery", null, nodes)]);
      editor.view.dispatch(tr);
      return place !== undefined;
    },
  };
}
