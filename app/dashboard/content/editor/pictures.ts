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
import type { PictureBlock } from "#app/rich-text/schema/document.ts";
import { findStart } from "./tools.ts";

/** The gallery around the selection, or the one that is chosen itself. */
function findGallery({ selection }: EditorState): { node: Node; from: number } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "gallery")
    return { node: selection.node, from: selection.from };
  const around = findParentNode(({ type }) => type.name === "gallery")(selection);
  return around ? { node: around.node, from: around.pos } : null;
}

function chosenNode({ selection }: EditorState): Node | null {
  return selection instanceof NodeSelection ? selection.node : null;
}

/** Puts a picture where the caret is; behind a picture or a gallery that is chosen, which stays. */
export const putPicture =
  (picture: PictureBlock): Command =>
  (state, dispatch) => {
    const node = state.schema.nodeFromJSON(picture);
    if (findGallery(state) && chosenNode(state)?.type.name === "image")
      return addToGallery([node])(state, dispatch);
    return putBlock(node)(state, dispatch);
  };

/**
 * Puts pictures into the gallery that the selection is in, behind the chosen one or at its end; otherwise makes them a gallery,
 * together with a picture that is chosen.
 */
export const putGallery =
  (pictures: readonly PictureBlock[]): Command =>
  (state, dispatch) => {
    if (pictures.length === 0) return false;
    const nodes = pictures.map((one) => state.schema.nodeFromJSON(one));
    if (findGallery(state)) return addToGallery(nodes)(state, dispatch);
    const chosen = chosenNode(state);
    const gallery = (all: readonly Node[]) => state.schema.node("gallery", null, [...all]);
    if (chosen?.type.name !== "image") return putBlock(gallery(nodes))(state, dispatch);
    const { tr, selection } = state;
    tr.replaceWith(selection.from, selection.to, gallery([chosen, ...nodes]));
    dispatch?.(closeHistory(goOnBelow(tr, selection.from)).scrollIntoView());
    return true;
  };

const addToGallery =
  (nodes: readonly Node[]): Command =>
  (state, dispatch) => {
    const gallery = findGallery(state);
    if (!gallery) return false;
    const isPicture = chosenNode(state)?.type.name === "image";
    const at = isPicture ? state.selection.to : gallery.from + gallery.node.nodeSize - 1;
    const { tr } = state;
    tr.insert(at, [...nodes]);
    // A picture takes one place in the document.
    tr.setSelection(NodeSelection.create(tr.doc, at + nodes.length - 1));
    dispatch?.(closeHistory(tr).scrollIntoView());
    return true;
  };

/** Puts a block in, nothing chosen is lost by it, and the caret goes on below. */
const putBlock =
  (node: Node): Command =>
  (state, dispatch) => {
    const { tr, selection } = state;
    const at = placeFor(state);
    if (selection.empty || selection instanceof NodeSelection) insertAt(tr, at, [node]);
    else tr.replaceSelectionWith(node);
    const from = findStart(tr.doc, node);
    if (from === null) return false;
    dispatch?.(closeHistory(goOnBelow(tr, from)).scrollIntoView());
    return true;
  };

/** Where a block goes that comes at the selection: behind what is chosen, never within a sentence. */
function placeFor({ selection }: EditorState): number {
  if (selection instanceof NodeSelection) {
    const gallery = findParentNode(({ type }) => type.name === "gallery")(selection);
    return gallery ? gallery.pos + gallery.node.nodeSize : selection.to;
  }
  const { $from } = selection;
  if (!$from.parent.isTextblock) return $from.pos;
  return $from.parentOffset === 0 && $from.parent.content.size > 0 ? $from.before() : $from.after();
}

/** An empty paragraph just before makes room. */
function insertAt(tr: Transaction, at: number, nodes: readonly Node[]): void {
  const before = tr.doc.resolve(at).nodeBefore;
  const isEmpty = before?.type.name === "paragraph" && before.content.size === 0;
  const $at = tr.doc.resolve(at);
  // A list item begins with its paragraph.
  const mayGo = isEmpty && $at.parent.canReplace($at.index() - 1, $at.index(), Fragment.from([...nodes]));
  if (mayGo) tr.replaceWith(at - before.nodeSize, at, [...nodes]);
  else tr.insert(at, [...nodes]);
}

/** The caret in the paragraph below a block; below the last one, or where none follows, a new one. */
function goOnBelow(tr: Transaction, from: number): Transaction {
  const end = from + (tr.doc.nodeAt(from)?.nodeSize ?? 0);
  if (!tr.doc.resolve(end).nodeAfter?.isTextblock) tr.insert(end, tr.doc.type.schema.node("paragraph"));
  return tr.setSelection(TextSelection.create(tr.doc, end + 1));
}

/** The block that is chosen as a whole: a picture, its gallery where it stands in one, a video, a line. */
function chosenBlock(state: EditorState): number | null {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return null;
  return findGallery(state)?.from ?? selection.from;
}

/** What is typed while a block is chosen is written below it: it would take the place of the block. */
export function writeBelow(state: EditorState): Transaction | null {
  const from = chosenBlock(state);
  if (from === null) return null;
  const tr = state.tr;
  const end = from + (tr.doc.nodeAt(from)?.nodeSize ?? 0);
  tr.insert(end, state.schema.node("paragraph"));
  return tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView();
}

/** Moves the chosen picture of a gallery by one place and keeps it chosen; at the end it stays. */
export function movePicture(editor: Editor, by: -1 | 1): void {
  const gallery = findGallery(editor.state);
  const { selection, tr } = editor.state;
  if (!gallery || !(selection instanceof NodeSelection)) return;
  const from = selection.$from.index();
  const to = from + by;
  if (to < 0 || to >= gallery.node.childCount) return;
  const pictures = gallery.node.children.toSpliced(from, 1).toSpliced(to, 0, selection.node);
  const begin = gallery.from + 1;
  tr.replaceWith(begin, begin + gallery.node.content.size, Fragment.from(pictures));
  tr.setSelection(NodeSelection.create(tr.doc, begin + to));
  editor.view.dispatch(closeHistory(tr).scrollIntoView());
}

/** Leaves the pictures of a gallery one below the other; undone by itself, however soon it followed what was done before. */
export function ungroupGallery(editor: Editor): void {
  const gallery = findGallery(editor.state);
  if (!gallery) return;
  const { tr } = editor.state;
  tr.replaceWith(gallery.from, gallery.from + gallery.node.nodeSize, gallery.node.content);
  editor.view.dispatch(closeHistory(tr).scrollIntoView());
}

/** Takes galleries away whose last picture was deleted; null where there is none. ProseMirror leaves a picture of no file in them. */
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

type Expected = { add: { id: object; at: number; words: string } } | { remove: object };

const expected = new PluginKey<DecorationSet>("expected pictures");

/** Keeps the places of pictures that are still being added, whatever is written meanwhile. */
export const ExpectedPictures = Extension.create({
  name: "expectedPictures",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key: expected,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, places) {
          const change = tr.getMeta(expected) as Expected | undefined; // nobody else has the key
          const kept = places.map(tr.mapping, tr.doc);
          if (change === undefined) return kept;
          if ("remove" in change) return kept.remove(findPlace(kept, change.remove));
          const { id, at, words } = change.add;
          return kept.add(tr.doc, [Decoration.widget(at, () => drawPlace(words), { id, side: -1 })]);
        },
      },
      props: { decorations: (state) => expected.getState(state) },
    }),
  ],
});

function findPlace(places: DecorationSet | undefined, id: object): Decoration[] {
  return places?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
}

function drawPlace(words: string): HTMLElement {
  const place = document.createElement("p");
  place.className = "expected";
  place.contentEditable = "false";
  place.textContent = words;
  return place;
}

/** The place that pictures are expected at: `fill` puts them there, wherever the caret is by then, and tells whether it was still there. */
export interface ExpectedPlace {
  fill(pictures: readonly PictureBlock[]): boolean;
}

/** Holds the place at the caret for pictures that come later. @param words what stands there meanwhile */
export function expectPictures(editor: Editor, words: string): ExpectedPlace {
  const id = {};
  const add = { id, at: placeFor(editor.state), words };
  editor.view.dispatch(editor.state.tr.setMeta(expected, { add } satisfies Expected));
  return {
    fill(pictures) {
      if (editor.isDestroyed) return false;
      const { state } = editor;
      const [place] = findPlace(expected.getState(state), id);
      const tr = state.tr.setMeta(expected, { remove: id } satisfies Expected);
      const nodes = pictures.map((one) => state.schema.nodeFromJSON(one));
      if (place && nodes.length > 0)
        insertAt(tr, place.from, nodes.length === 1 ? nodes : [state.schema.node("gallery", null, nodes)]);
      editor.view.dispatch(tr);
      return place !== undefined;
    },
  };
}
