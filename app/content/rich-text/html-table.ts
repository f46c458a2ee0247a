import type { Block, Table, TableCell, TableRow } from "./document.ts";

/** What an element says and holds: `lang` is an attribute ready to be written, or nothing. */
export type Inside = { lang: string; html: string };

/** A table in a box called `name` that scrolls on a narrow screen, also by keyboard; `write` gives what a cell holds. */
export function tableToHtml(table: Table, name: string, write: (content: Block[]) => Inside): string {
  const [first, ...rest] = table.content.map((row, index) => rowToHtml(row, index === 0, write));
  const head = isHead(table) ? `<thead>${first}</thead>` : "";
  const body = (head ? rest : [first, ...rest]).join("");
  const inner = `${head}${body && `<tbody>${body}</tbody>`}`;
  return `<div class="tablebox" tabindex="0" role="region" aria-label="${name}"><table>${inner}</table></div>`;
}

function isHead(table: Table): boolean {
  const cells = table.content[0]?.content ?? [];
  return (
    cells.length > 0 &&
    cells.every((cell) => cell.type === "tableHeader" && spanOf(cell.attrs?.rowspan) === 1)
  );
}

function rowToHtml(row: TableRow, isFirst: boolean, write: (content: Block[]) => Inside): string {
  const cells = (row.content ?? []).map((cell) => cellToHtml(cell, isFirst ? "col" : "row", write));
  return `<tr>${cells.join("")}</tr>`;
}

function cellToHtml(cell: TableCell, scope: string, write: (content: Block[]) => Inside): string {
  const { lang, html } = write(cell.content);
  const spans = `${spanAttribute("colspan", cell.attrs?.colspan)}${spanAttribute("rowspan", cell.attrs?.rowspan)}`;
  if (cell.type !== "tableHeader") return `<td${spans}${lang}>${html}</td>`;
  return `<th scope="${scope}"${spans}${lang}>${html}</th>`;
}

function spanAttribute(name: string, value: unknown): string {
  const span = spanOf(value);
  return span > 1 ? ` ${name}="${span}"` : "";
}

function spanOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 1 ? Math.min(value, 1000) : 1;
}
