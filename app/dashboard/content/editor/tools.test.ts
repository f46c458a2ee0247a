import { getSchema } from "@tiptap/core";
import { type Command, EditorState, TextSelection } from "@tiptap/pm/state";
import { goToNextCell } from "@tiptap/pm/tables";
import { expect, test } from "vitest";
import { mediaNodes, textSchema } from "./text-schema.ts";
import { insertTable, putTypedVideo } from "./tools.ts";

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

/** The number of the cell the caret stands in, from 0, row by row. */
function cellOf({ doc, selection }: EditorState): number {
  let at = -1;
  doc.nodesBetween(0, selection.head, (node) => {
    if (node.type.name === "tableCell" || node.type.name === "tableHeader") at += 1;
  });
  return at;
}

test("a new table begins in its first cell, and Tab goes through it cell by cell", () => {
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

test("what stands around a new table stays, and there is a line to write on below it", () => {
  const state = run(open("Above", ""), (now, dispatch) =>
    insertTable(now.apply(now.tr.setSelection(TextSelection.atEnd(now.doc))), dispatch),
  );
  const names: string[] = [];
  state.doc.forEach((node) => void names.push(node.type.name));
  expect(names).toEqual(["paragraph", "table", "paragraph"]);
  expect(state.doc.child(0).textContent).toBe("Above");
});

test("a table takes no other table", () => {
  const state = run(open(""), insertTable);
  expect(insertTable(state)).toBe(false);
});

test("Enter turns a typed video address into the video", () => {
  const typed = open("https://youtu.be/abcdefgh1", "After");
  const atEnd = typed.apply(typed.tr.setSelection(TextSelection.create(typed.doc, 27)));
  const state = run(atEnd, putTypedVideo);
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

test("Enter leaves any other line as it is", () => {
  for (const text of ["https://a.example/x", "See https://youtu.be/abcdefgh1", ""]) {
    const state = open(text);
    const atEnd = state.apply(state.tr.setSelection(TextSelection.create(state.doc, text.length + 1)));
    expect(putTypedVideo(atEnd), text).toBe(false);
  }
  expect(putTypedVideo(open("https://youtu.be/abcdefgh1"))).toBe(false);
});
