import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { TableCell, TableRow } from "../schema/document.ts";
import { attributeOf, isElement } from "./html-nodes.ts";
import { addBlocks, type HtmlPlace, type HtmlReader, readApart } from "./html-reader.ts";

type Row = { cells: Tree.Element[]; isHead: boolean };

/** A table; its caption stands before it, and a table of a single cell is only what it holds. */
export function readTable(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const parts = element.childNodes.filter(isElement);
  for (const caption of parts.filter((part) => part.tagName === "caption")) {
    addBlocks(place.sheet, readApart(caption.childNodes, place, reader));
  }
  const rows = parts.flatMap(rowsOf);
  const spans = rows.some((row) => row.cells.some((cell) => spanOf(cell, "rowspan", 1000) !== 1));
  const kept = rows.filter((row) => row.cells.length > 0 || spans);
  const [only, ...others] = kept.flatMap((row) => row.cells);
  if (only && others.length === 0) addBlocks(place.sheet, readApart(only.childNodes, place, reader));
  else if (only)
    addBlocks(place.sheet, [
      { type: "table", content: kept.map((row, index) => readRow(row, kept.length - index, place, reader)) },
    ]);
}

function rowsOf(part: Tree.Element): Row[] {
  if (part.tagName === "tr") return [{ cells: cellsOf(part), isHead: false }];
  const isHead = part.tagName === "thead";
  const rows = part.childNodes.filter(isElement).filter((child) => child.tagName === "tr");
  return rows.map((row) => ({ cells: cellsOf(row), isHead }));
}

function cellsOf(row: Tree.Element): Tree.Element[] {
  return row.childNodes.filter(isElement).filter((cell) => cell.tagName === "td" || cell.tagName === "th");
}

function readRow(row: Row, below: number, place: HtmlPlace, reader: HtmlReader): TableRow {
  const content = row.cells.map((cell): TableCell => {
    const blocks = readApart(cell.childNodes, place, reader);
    const rowspan = Math.min(spanOf(cell, "rowspan", 1000) || below, below, 1000);
    return {
      type: row.isHead || cell.tagName === "th" ? "tableHeader" : "tableCell",
      attrs: { colspan: spanOf(cell, "colspan", 100) || 1, rowspan },
      content: blocks.length > 0 ? blocks : [{ type: "paragraph" }],
    };
  });
  return content.length > 0 ? { type: "tableRow", content } : { type: "tableRow" };
}

/** How many columns or rows a cell reaches over; 0 stands for all that follow. */
function spanOf(cell: Tree.Element, name: string, most: number): number {
  const span = Number.parseInt(attributeOf(cell, name) || "1", 10);
  return span >= 0 ? Math.min(span, most) : 1;
}
