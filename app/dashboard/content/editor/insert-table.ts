import type { Node } from "@tiptap/pm/model";
import { type Command, TextSelection } from "@tiptap/pm/state";
import { isInTable } from "@tiptap/pm/tables";

/** Puts in a table of three columns with a header row, the caret in its first cell; a table takes no other one. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const table = state.schema.nodeFromJSON(emptyTable);
  const tr = state.tr.replaceSelectionWith(table);
  const start = findStart(tr.doc, table);
  if (start === null) return false;
  const end = start + table.nodeSize;
  // Below the last block of a text nobody could write on.
  if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, state.schema.node("paragraph"));
  // Into the table, its first row, its first cell and the paragraph there.
  tr.setSelection(TextSelection.create(tr.doc, start + 4));
  dispatch?.(tr.scrollIntoView());
  return true;
};

function findStart(doc: Node, wanted: Node): number | null {
  let start: number | null = null;
  doc.descendants((node, pos) => {
    if (node === wanted) start = pos;
    return start === null;
  });
  return start;
}

const cell = (type: "tableHeader" | "tableCell") => ({
  type,
  content: [{ type: "paragraph" }],
});
const row = (type: "tableHeader" | "tableCell") => ({
  type: "tableRow",
  content: [cell(type), cell(type), cell(type)],
});
const emptyTable = {
  type: "table",
  content: [row("tableHeader"), row("tableCell"), row("tableCell")],
};
