import { screen, within } from "@testing-library/react";

/** The screen itself, without the sidebar beside it. */
export const inMain = () => within(screen.getByRole("main"));

/** Name of the screen, without how many there are. */
export function heading(): string {
  return textOf(inMain().getByRole("heading", { level: 1 }));
}

export interface ReadRow {
  /** Text of each cell by the head of its column. */
  [column: string]: string;
}

/** A table as it is read: a record for each row, by the heads of its columns. */
export function readTable(name?: string | RegExp): ReadRow[] {
  const table = inMain().getByRole("table", name ? { name } : {});
  const columns = columnsOf(table);
  return bodyRows(table).map((row) =>
    Object.fromEntries(cellsOf(row).map((cell, at) => [columns[at] ?? String(at), textOf(cell)])),
  );
}

export function readColumns(name?: string | RegExp): string[] {
  return columnsOf(inMain().getByRole("table", name ? { name } : {}));
}

/** The row of a table that holds a text, to look for controls in. */
export function inRow(text: string) {
  return within(rowWith(text));
}

export function rowWith(text: string): HTMLElement {
  const rows = inMain()
    .getAllByRole("row")
    .filter((row) => textOf(row).includes(text));
  if (rows.length !== 1 || !rows[0]) throw new Error(`${rows.length} rows hold “${text}”.`);
  return rows[0];
}

export interface ReadTab {
  name: string;
  isCurrent: boolean;
}

/** Filters or neighbouring screens, each with its count: "All 3". */
export function readTabs(label: string): ReadTab[] {
  return tabLinks(label).map((link) => ({
    name: tabName(link),
    isCurrent: link.getAttribute("aria-current") !== null,
  }));
}

/** @param name with or without its count */
export function tab(label: string, name: string): HTMLElement {
  const found = tabLinks(label).find(
    (link) => tabName(link) === name || tabName(link).startsWith(`${name} `),
  );
  if (!found) throw new Error(`No tab “${name}” among ${tabLinks(label).map(tabName).join(", ")}.`);
  return found;
}

/** What is announced without anybody looking for it: toasts, results, what was refused. */
export function announced(): string {
  const regions = [...screen.queryAllByRole("status"), ...screen.queryAllByRole("alert")];
  return regions.map(textOf).filter(Boolean).join(" | ");
}

/** Text without what only lays it out. */
export function textOf(element: Element): string {
  return (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

function tabLinks(label: string): HTMLElement[] {
  return within(inMain().getByRole("navigation", { name: label })).getAllByRole("link");
}

/** The count stands right behind the name. */
function tabName(link: Element): string {
  return textOf(link).replace(/([^\s\d])([\d,]+)$/, "$1 $2");
}

function columnsOf(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole("columnheader", { hidden: true })
    .map((head, at) => textOf(head) || head.getAttribute("aria-label") || String(at));
}

function bodyRows(table: HTMLElement): HTMLElement[] {
  return within(table)
    .getAllByRole("row", { hidden: true })
    .filter((row) => cellsOf(row).length > 0);
}

const cellRoles = ["cell", "gridcell", "rowheader"];

function cellsOf(row: HTMLElement): HTMLElement[] {
  const ofRow = within(row);
  const cells = cellRoles.flatMap((role) => ofRow.queryAllByRole(role, { hidden: true }));
  return cells.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}
