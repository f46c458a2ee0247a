import { screen, waitFor, within } from "@testing-library/react";

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
    name: textOf(link),
    isCurrent: link.getAttribute("aria-current") !== null,
  }));
}

/** @param name with or without its count */
export function tab(label: string, name: string): HTMLElement {
  const found = tabLinks(label).find((link) => textOf(link) === name || textOf(link).startsWith(`${name} `));
  if (!found) throw new Error(`No tab “${name}” among ${tabLinks(label).map(textOf).join(", ")}.`);
  return found;
}

/** What is announced without anybody looking for it: toasts, results, what was refused. */
export function announced(): string {
  const regions = [
    ...screen.queryAllByRole("status"),
    ...screen.queryAllByRole("region", { name: "Announcements" }),
    ...screen.queryAllByRole("alert"),
  ];
  return regions.map(textOf).filter(Boolean).join(" | ");
}

/** What takes back the last thing that was announced. */
export function undoButton(): HTMLElement {
  const regions = [
    ...screen.queryAllByRole("status"),
    ...screen.queryAllByRole("region", { name: "Announcements" }),
  ];
  const found = regions.flatMap((region) => within(region).queryAllByRole("button", { name: "Undo" })).at(-1);
  if (!found) throw new Error("Nothing that was announced can be taken back.");
  return found;
}

/** Text without what only lays it out: the texts of elements stand apart. */
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
    .map((head, at) => textOf(head) || labelIn(head) || String(at));
}

/** What the box is called that selects all. */
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
  const ofRow = within(row);
  const cells = cellRoles.flatMap((role) => ofRow.queryAllByRole(role, { hidden: true }));
  return cells.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

/** Opens a menu, or a panel with fields and links, and finds one of its entries. @param name of its button */
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
    if (found.length !== 1 || !found[0])
      throw new Error(`${found.length} entries of the menu are “${entry}”.`);
    return found[0];
  });
}

/** What opens something else: a button, or the summary of details. */
export function disclosure(name: string | RegExp): HTMLElement {
  const matches = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  const summaries = [...screen.getByRole("main").querySelectorAll("summary")];
  const found = [
    ...inMain().queryAllByRole("button", { name }),
    ...summaries.filter((one) => matches(textOf(one))),
  ];
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} buttons open “${name}”.`);
  return found[0];
}
