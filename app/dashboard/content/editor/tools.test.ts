import { getSchema } from "@tiptap/core";
import { type Command, EditorState, TextSelection } from "@tiptap/pm/state";
import { goToNextCell } from "@tiptap/pm/tables";
import { expect, test } from "vitest";
import { mediaNodes, textSchema } from "./text-schema.ts";
import { insertTable, insertTypedVideo } from "./tools.ts";

const schema = getSchema([...textSchema, ...mediaNodes]);

function open(...paragraphs: string[]): EditorState {
  const content = paragraphs.map((text) => ({
    type: "paragraph",
    ...(text && { content: [{ type: "text", text }] }),
  }));
  return EditorState.create({ doc: schema.nodeFromJSON({ type: "doc", content }) });
}

function run(state: EditorState, command: Command): EditorState {
  let next = state;
  command(state, (tr) => {
    next = state.apply(tr);
  });
  return next;
}

/** Number of the cell with the caret, from 0, row by row. */
function cellOf({ doc, selection }: EditorState): number {
  let at = -1;
  doc.nodesBetween(0, selection.head, (node) => {
    if (node.type.name === "tableCell" || node.type.name === "tableHeader") at += 1;
  });
  return at;
}

test("the caret starts in a new table's first cell, and Tab advances", () => {
  let state = run(open(""), insertTable);
  expect(state.selection.$head.node(-1).type.name).toBe("tableHeader");
  const seen = [cellOf(state)];
  for (let times = 0; times < 8; times += 1) {
    state = run(state, goToNextCell(1));
    seen.push(cellOf(state));
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(state.doc.child(0).childCount).toBe(3);
});

test("a new table keeps the surrounding text and adds a line below", () => {
  const state = run(open("Above", ""), (now, dispatch) =>
    insertTable(now.apply(now.tr.setSelection(TextSelection.atEnd(now.doc))), dispatch),
  );
  const names: string[] = [];
  state.doc.forEach((node) => void names.push(node.type.name));
  expect(names).toEqual(["paragraph", "table", "paragraph"]);
  expect(state.doc.child(0).textContent).toBe("Above");
});

test("a table cannot contain another table", () => {
  const state = run(open(""), insertTable);
  expect(insertTable(state)).toBe(false);
});

test("Enter turns a typed video address into the video", () => {
  const typed = open("https://youtu.be/abcdefgh1", "After");
  const atEnd = typed.apply(typed.tr.setSelection(TextSelection.create(typed.doc, 27)));
  const state = run(atEnd, insertTypedVideo);
  expect(state.doc.content.toJSON()).toEqual([
    {
      type: "video",
      attrs: { url: "https://www.youtube.com/watch?v=abcdefgh1", caption: null },
    },
    { type: "paragraph" },
    { type: "paragraph", content: [{ type: "text", text: "After" }] },
  ]);
  expect(state.selection.head).toBe(2);
});

test("Enter does not change other lines", () => {
  for (const text of ["https://a.example/x", "See https://youtu.be/abcdefgh1", ""]) {
    const state = open(text);
    const atEnd = state.apply(state.tr.setSelection(TextSelection.create(state.doc, text.length + 1)));
    expect(insertTypedVideo(atEnd), text).toBe(false);
  }
  expect(insertTypedVideo(open("https://youtu.be/abcdefgh1"))).toBe(false);
});
