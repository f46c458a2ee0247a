import { type Editor, getSchema } from "@tiptap/core";
import { history, undo } from "@tiptap/pm/history";
import type { Node } from "@tiptap/pm/model";
import { type Command, EditorState, NodeSelection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import {
  insertGallery,
  insertPicture,
  moveBelowBlock,
  movePicture,
  removeEmptyGalleries,
  ungroupGallery,
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

/** Text of the block with the caret; null when a block is selected. */
const caretIn = ({ selection }: EditorState) =>
  selection instanceof TextSelection ? selection.$from.parent.textContent : null;

test("a picture replaces an empty line and puts the caret below", () => {
  const state = run(at(open(text("One"), text("")), 6), insertPicture(picture("a")));
  expect(read(state)).toBe('"One" [a] ""');
  expect(caretIn(state)).toBe("");
});

test("a picture is not inserted inside a sentence", () => {
  expect(read(run(at(open(text("One two"), text("Three")), 4), insertPicture(picture("a"))))).toBe(
    '"One two" [a] "Three"',
  );
  expect(read(run(at(open(text("One"), text("Two")), 6), insertPicture(picture("a"))))).toBe(
    '"One" [a] "Two"',
  );
});

test("a second picture does not replace a selected one", () => {
  const state = run(choose(open(text("One"), picture("a")), 5), insertPicture(picture("b")));
  expect(read(state)).toBe('"One" [a] [b] ""');
});

test("a picture is added to a gallery after its selected picture", () => {
  const state = run(choose(open(gallery("a", "b")), 1), insertPicture(picture("c")));
  expect(read(state)).toBe("[a c b]");
});

test("a gallery includes the selected picture", () => {
  const state = run(choose(open(text("One"), picture("a")), 5), insertGallery([picture("b"), picture("c")]));
  expect(read(state)).toBe('"One" [a b c] ""');
  expect(caretIn(state)).toBe("");
});

test("further pictures follow the selected one or the gallery's last one", () => {
  const open2 = open(gallery("a", "b"));
  expect(read(run(choose(open2, 1), insertGallery([picture("c"), picture("d")])))).toBe("[a c d b]");
  expect(read(run(choose(open2, 0), insertGallery([picture("c")])))).toBe("[a b c]");
});

test("pictures can be inserted into cells and list items", () => {
  const item = { type: "bulletList", content: [{ type: "listItem", content: [text("")] }] };
  const state = run(at(open(item), 3), insertGallery([picture("a"), picture("b")]));
  const after = state.doc.child(0).child(0);
  expect(after.children.map(({ type }) => type.name)).toContain("gallery");
});

test.each([
  ["a picture", open(picture("a"), text("Below")), 0, '[a] "" "Below"'],
  ["a picture of a gallery", open(gallery("a", "b"), text("Below")), 2, '[a b] "" "Below"'],
  ["a gallery", open(gallery("a", "b")), 0, '[a b] ""'],
])("typing while %s is selected adds a line below it", (_, state, pos, wanted) => {
  const tr = moveBelowBlock(choose(state, pos));
  const next = tr ? choose(state, pos).apply(tr) : state;
  expect(read(next)).toBe(wanted);
  expect(caretIn(next)).toBe("");
});

test("typing inside a text needs no new line", () => {
  expect(moveBelowBlock(at(open(text("One")), 2))).toBeNull();
});

test("a gallery is removed with its last picture, and others stay", () => {
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

/** State with a change just made, which the history could combine with the next one. */
function openChanged(...content: object[]): EditorState {
  const state = EditorState.create({
    doc: schema.nodeFromJSON({ type: "doc", content }),
    plugins: [history()],
  });
  return state.apply(state.tr.insertText("!", 1));
}

/** Editor with the properties that the tools use. */
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

test("each tool is a separate undo step right after another change", () => {
  const initial = openChanged(text("One"), gallery("a", "b"));
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
  const alone = changed(initial, wholeGallery);
  add("a picture", alone, (state) => run(state, insertPicture(picture("c"))));
  add("a gallery of a picture", alone, (state) => run(state, insertGallery([picture("c")])));
  const inGallery = changed(initial, wholeGallery + 1);
  add("a further picture", inGallery, (state) => run(state, insertGallery([picture("c")])));
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
