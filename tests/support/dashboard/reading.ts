import { screen, waitFor, within } from "@testing-library/react";

/** Queries for the screen without the sidebar. */
export const inMain = () => within(screen.getByRole("main"));

/** Heading of the screen without its count. */
export function heading(): string {
  return textOf(inMain().getByRole("heading", { level: 1 }));
}

export interface ReadRow {
  /** Text of each cell by column header. */
  [column: string]: string;
}

/** Rows of a table as records by column header. */
export function readTable(name?: string | RegExp): ReadRow[] {
  const table = inMain().getByRole("table", name ? { name } : {});
  const columns = columnsOf(table);
  return bodyRows(table).map((row) =>
    Object.fromEntries(cellsOf(row).map((cell, index) => [columns[index] ?? String(index), textOf(cell)])),
  );
}

export function readColumns(name?: string | RegExp): string[] {
  return columnsOf(inMain().getByRole("table", name ? { name } : {}));
}

/** Queries for controls in the table row that contains a text. */
export function inRow(text: string) {
  return within(rowWith(text));
}

export function rowWith(text: string): HTMLElement {
  const rows = inMain()
    .getAllByRole("row")
    .filter((row) => textOf(row).includes(text));
  if (rows.length !== 1 || !rows[0]) throw new Error(`${rows.length} rows contain “${text}”.`);
  return rows[0];
}

export interface ReadTab {
  name: string;
  isCurrent: boolean;
}

/** Filters or related screens with their counts: "All 3". */
export function readTabs(label: string): ReadTab[] {
  return tabLinks(label).map((link) => ({
    name: textOf(link),
    isCurrent: link.getAttribute("aria-current") !== null,
  }));
}

/** Link of a tab. @param name with or without its count */
export function tab(label: string, name: string): HTMLElement {
  const found = tabLinks(label).find((link) => textOf(link) === name || textOf(link).startsWith(`${name} `));
  if (!found) throw new Error(`No tab “${name}” among ${tabLinks(label).map(textOf).join(", ")}.`);
  return found;
}

/** Text of live regions: toasts, results and errors. */
export function announced(): string {
  const regions = [
    ...screen.queryAllByRole("status"),
    ...screen.queryAllByRole("region", { name: "Announcements" }),
    ...screen.queryAllByRole("alert"),
  ];
  return regions.map(textOf).filter(Boolean).join(" | ");
}

/** Undo button of the latest toast. */
export function undoButton(): HTMLElement {
  const regions = [
    ...screen.queryAllByRole("status"),
    ...screen.queryAllByRole("region", { name: "Announcements" }),
  ];
  const found = regions.flatMap((region) => within(region).queryAllByRole("button", { name: "Undo" })).at(-1);
  if (!found) throw new Error("No announcement has an Undo button.");
  return found;
}

/** Text as a reader sees it: separate elements are separated by spaces. */
export function textOf(element: Element): string {
  return rawText(element)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([,.:;!?)])/g, "$1")
    .trim();
}

function rawText(element: Element): string {
  return [...element.childNodes]
    .map((node) => (node instanceof Element ? ` ${rawText(node)} ` : (node.textContent ?? "")))
    .join("");
}

function tabLinks(label: string): HTMLElement[] {
  return within(inMain().getByRole("navigation", { name: label })).getAllByRole("link");
}

function columnsOf(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole("columnheader", { hidden: true })
    .map((head, index) => textOf(head) || labelIn(head) || String(index));
}

/** Label of the checkbox that selects all rows. */
function labelIn(head: Element): string | null | undefined {
  return head.querySelector("[aria-label]")?.getAttribute("aria-label");
}

function bodyRows(table: HTMLElement): HTMLElement[] {
  return within(table)
    .getAllByRole("row", { hidden: true })
    .filter((row) => cellsOf(row).length > 0);
}

const cellRoles = ["cell", "gridcell", "rowheader"];

function cellsOf(row: HTMLElement): HTMLElement[] {
  const queries = within(row);
  const cells = cellRoles.flatMap((role) => queries.queryAllByRole(role, { hidden: true }));
  return cells.toSorted((first, second) =>
    first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** Opens a menu, or a panel with fields and links, and returns one of its entries. @param name of the button */
export async function menuItem(
  user: { click(element: Element): Promise<void> },
  name: string | RegExp,
  entry: string | RegExp,
): Promise<HTMLElement> {
  const opener = disclosure(name);
  if (opener.getAttribute("aria-expanded") !== "true") await user.click(opener);
  const isMenu = opener.getAttribute("aria-haspopup") === "menu";
  const roles = isMenu ? ["menuitem"] : ["button", "link"];
  return waitFor(() => {
    const found = roles.flatMap((role) => screen.queryAllByRole(role, { name: entry }));
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} menu entries match “${entry}”.`);
    return found[0];
  });
}

/** Control that opens something: a button, or the summary of details. */
export function disclosure(name: string | RegExp): HTMLElement {
  const matches = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  const summaries = [...screen.getByRole("main").querySelectorAll("summary")];
  const found = [
    ...inMain().queryAllByRole("button", { name }),
    ...summaries.filter((summary) => matches(textOf(summary))),
  ];
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} controls match “${name}”.`);
  return found[0];
}
