import { type Editor, getSchema } from "@tiptap/core";
import { history, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { type Command, EditorState, NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import {
  movePicture,
  putGallery,
  putPicture,
  removeEmptyGalleries,
  ungroupGallery,
  writeBelow,
} from "./pictures.ts";
import { mediaNodes, textSchema } from "./text-schema.ts";

const schema = getSchema([...textSchema, ...mediaNodes]);

const picture = (file: string) => ({ type: "image" as const, attrs: { file, alt: "", caption: null } });
const gallery = (...files: string[]) => ({ type: "gallery", content: files.map(picture) });
const text = (words: string) => ({
  type: "paragraph",
  ...(words && { content: [{ type: "text", text: words }] }),
});

function open(...content: object[]): EditorState {
  return EditorState.create({ doc: schema.nodeFromJSON({ type: "doc", content }) });
}

function run(state: EditorState, command: Command): EditorState {
  let next = state;
  expect(
    command(state, (tr) => {
      next = state.apply(tr);
    }),
  ).toBe(true);
  next.doc.check();
  return next;
}

const at = (state: EditorState, pos: number) =>
  state.apply(state.tr.setSelection(TextSelection.create(state.doc, pos)));
const choose = (state: EditorState, pos: number) =>
  state.apply(state.tr.setSelection(NodeSelection.create(state.doc, pos)));

/** Blocks in short: "words", [file] for a picture, [file file] for a gallery. */
function read({ doc }: EditorState): string {
  const short = (node: Node): string => {
    if (node.type.name === "image") return String(node.attrs.file);
    if (node.type.name === "gallery") return node.children.map(short).join(" ");
    return `"${node.textContent}"`;
  };
  return doc.children.map((node) => (node.isTextblock ? short(node) : `[${short(node)}]`)).join(" ");
}

/** The words that the caret stands in; null where a block is chosen. */
const caretIn = ({ selection }: EditorState) =>
  selection instanceof TextSelection ? selection.$from.parent.textContent : null;

test("a picture takes the place of an empty line, and the caret goes on below it", () => {
  const state = run(at(open(text("One"), text("")), 6), putPicture(picture("a")));
  expect(read(state)).toBe('"One" [a] ""');
  expect(caretIn(state)).toBe("");
});

test("a picture tears no sentence", () => {
  expect(read(run(at(open(text("One two"), text("Three")), 4), putPicture(picture("a"))))).toBe(
    '"One two" [a] "Three"',
  );
  expect(read(run(at(open(text("One"), text("Two")), 6), putPicture(picture("a"))))).toBe('"One" [a] "Two"');
});

test("a second picture replaces no first one that is chosen", () => {
  const state = run(choose(open(text("One"), picture("a")), 5), putPicture(picture("b")));
  expect(read(state)).toBe('"One" [a] [b] ""');
});

test("a picture goes into the gallery whose picture is chosen, behind that one", () => {
  const state = run(choose(open(gallery("a", "b")), 1), putPicture(picture("c")));
  expect(read(state)).toBe("[a c b]");
});

test("a gallery takes in the picture that is chosen", () => {
  const state = run(choose(open(text("One"), picture("a")), 5), putGallery([picture("b"), picture("c")]));
  expect(read(state)).toBe('"One" [a b c] ""');
  expect(caretIn(state)).toBe("");
});

test("further pictures of a gallery come behind the chosen one, or at its end", () => {
  const open2 = open(gallery("a", "b"));
  expect(read(run(choose(open2, 1), putGallery([picture("c"), picture("d")])))).toBe("[a c d b]");
  expect(read(run(choose(open2, 0), putGallery([picture("c")])))).toBe("[a b c]");
});

test("pictures stand in cells and items of lists as well", () => {
  const item = { type: "bulletList", content: [{ type: "listItem", content: [text("")] }] };
  const state = run(at(open(item), 3), putGallery([picture("a"), picture("b")]));
  const kept = state.doc.child(0).child(0);
  expect(kept.children.map(({ type }) => type.name)).toContain("gallery");
});

test.each([
  ["a picture", open(picture("a"), text("Below")), 0, '[a] "" "Below"'],
  ["a picture of a gallery", open(gallery("a", "b"), text("Below")), 2, '[a b] "" "Below"'],
  ["a gallery", open(gallery("a", "b")), 0, '[a b] ""'],
])("what is typed while %s is chosen comes below it", (_, state, pos, wanted) => {
  const tr = writeBelow(choose(state, pos));
  const next = tr ? choose(state, pos).apply(tr) : state;
  expect(read(next)).toBe(wanted);
  expect(caretIn(next)).toBe("");
});

test("what is typed in a text stays there", () => {
  expect(writeBelow(at(open(text("One")), 2))).toBeNull();
});

test("a gallery goes with its last picture, and others stay", () => {
  const emptied = (...content: object[]) => {
    const state = choose(open(...content), 1);
    return state.apply(state.tr.deleteSelection());
  };
  const cleaned = (state: EditorState) => {
    const tr = removeEmptyGalleries(state);
    return tr && state.apply(tr);
  };
  const last = emptied(gallery("a"), text("Two"), gallery("b"));
  const rest = cleaned(last);
  rest?.doc.check();
  expect(rest && read(rest)).toBe('"Two" [b]');
  expect(cleaned(emptied(gallery("a", "b")))).toBeNull();
  const alone = cleaned(emptied(gallery("a")));
  expect(alone && read(alone)).toBe('""');
});

/** A state with a history, changed just now, so that whatever follows at the same place could be taken for the same change. */
function openChanged(...content: object[]): EditorState {
  const state = EditorState.create({
    doc: schema.nodeFromJSON({ type: "doc", content }),
    plugins: [history()],
  });
  return state.apply(state.tr.insertText("!", 1));
}

/** An editor as far as tools that act on it need one. */
function editorOf(state: EditorState) {
  const editor = {
    state,
    view: {
      dispatch: (tr: Transaction) => {
        editor.state = editor.state.apply(tr);
      },
    },
  };
  return editor as typeof editor & Editor; // these two are all that is used
}

test("each tool is undone by itself, however soon it followed what was done before", () => {
  const begun = openChanged(text("One"), gallery("a", "b"));
  const wholeGallery = 6;
  const cases: [tool: string, before: EditorState, after: EditorState][] = [];
  const add = (tool: string, before: EditorState, act: (state: EditorState) => EditorState) =>
    cases.push([tool, before, act(before)]);
  const changed = (state: EditorState, pos: number) => {
    const picture = state.schema.nodeFromJSON({
      type: "image",
      attrs: { file: "z", alt: "", caption: null },
    });
    return choose(state.apply(state.tr.insert(pos, picture)), pos);
  };
  const alone = changed(begun, wholeGallery);
  add("a picture", alone, (state) => run(state, putPicture(picture("c"))));
  add("a gallery of a picture", alone, (state) => run(state, putGallery([picture("c")])));
  const inGallery = changed(begun, wholeGallery + 1);
  add("a further picture", inGallery, (state) => run(state, putGallery([picture("c")])));
  const act = (tool: (editor: Editor) => void) => (state: EditorState) => {
    const editor = editorOf(state);
    tool(editor);
    return editor.state;
  };
  add(
    "moving",
    inGallery,
    act((editor) => movePicture(editor, 1)),
  );
  add("ungrouping", inGallery, act(ungroupGallery));
  for (const [tool, before, after] of cases) {
    expect(read(after), tool).not.toBe(read(before));
    expect(read(run(after, undo)), tool).toBe(read(before));
  }
});
