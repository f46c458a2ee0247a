import type { Block, Table, TableCell } from "./document.ts";
import { waysToWrite } from "./markdown-inline-write.ts";
import { writeTag } from "./markdown-tags.ts";

/** A table with signs where each cell is one line under a row of headers, and otherwise with tags around its cells. */
export function* waysOfTable(table: Table, write: (content: Block[]) => string): Generator<string> {
  const rows = table.content.map((row) => row.content ?? []);
  if (isPlain(rows)) yield* waysWithPipes(rows);
  const lines = rows.map((cells) =>
    ["<tr>", ...cells.map((cell) => writeCell(cell, write)), "</tr>"].join("\n"),
  );
  yield ["<table>", ...lines, "</table>"].join("\n");
}

function isPlain(rows: TableCell[][]): boolean {
  const width = rows[0]?.length ?? 0;
  return (
    width > 0 &&
    rows.every(
      (cells, index) => cells.length === width && cells.every((cell) => isPlainCell(cell, index === 0)),
    )
  );
}

function isPlainCell({ type, attrs, content }: TableCell, isFirst: boolean): boolean {
  const isLine = content.length === 1 && content[0]?.type === "paragraph";
  return isLine && (type === "tableHeader") === isFirst && attrs?.colspan === 1 && attrs.rowspan === 1;
}

function waysWithPipes(rows: TableCell[][]): string[] {
  return [0, 1, 2].map((way) => {
    const lines = rows.map((cells) => `| ${cells.map((cell) => writeLine(cell, way)).join(" | ")} |`);
    const rule = `|${" --- |".repeat(rows[0]?.length ?? 0)}`;
    return [lines[0], rule, ...lines.slice(1)].join("\n");
  });
}

function writeLine({ content: [line] }: TableCell, way: number): string {
  const written = line?.type === "paragraph" ? waysToWrite(line.content, "<br>")[way] : "";
  return (written ?? "").replaceAll("|", "\\|");
}

function writeCell({ type, attrs, content }: TableCell, write: (content: Block[]) => string): string {
  const name = type === "tableHeader" ? "th" : "td";
  const { colspan, rowspan } = attrs ?? {};
  const spans = { ...(colspan !== 1 && { colspan }), ...(rowspan !== 1 && { rowspan }) };
  return `${writeTag(name, spans)}\n\n${write(content)}\n\n</${name}>`;
}
