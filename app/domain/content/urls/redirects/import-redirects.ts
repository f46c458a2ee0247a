import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { type CsvRecord, readCsv } from "#app/lib/text/csv.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { findKind } from "../../kinds.ts";
import { isTitled } from "../entry-urls.ts";
import { redirectKey } from "../redirect-keys.ts";
import { readRedirects, warnOfEnd } from "./list-redirects.ts";
import { changeRedirect, createRedirect, fromField, type RedirectContext } from "./save-redirect.ts";

export interface RedirectImportRow {
  line: number;
  from: string;
  to: string;
  /** Result: a new redirect, a replacement, or a rejected row with its reason. */
  outcome: "new" | "replaces" | "wrong";
  reason: string;
  /** Content at the target if not a page; "" for a page and for rejected rows. */
  warning: string;
}

const maxRedirects = 2000;

/** Reports the results of importing a CSV file without storing them. */
export async function previewRedirects(
  db: Database,
  csv: string,
  actionContext: RedirectContext,
): Promise<RedirectImportRow[]> {
  const preview = new Preview();
  await write(db, async (tx) => {
    preview.rows = await addWarnings(tx, await takeRows(tx, csv, { ...actionContext, isImport: true }));
    throw preview;
  }).catch((error: unknown) => {
    if (error !== preview) throw error;
  });
  return preview.rows;
}

/** Thrown to roll back the transaction. */
class Preview extends Error {
  rows: RedirectImportRow[] = [];
}

/**
 * Imports a CSV file with two columns, or from WordPress's Redirection plugin: the former address, and a path, URL or
 * `kind: title`. Other rows are returned with the reason.
 */
export async function importRedirects(
  db: Database,
  csv: string,
  actionContext: RedirectContext,
): Promise<RedirectImportRow[]> {
  return addWarnings(db, await write(db, (tx) => takeRows(tx, csv, { ...actionContext, isImport: true })));
}

/** Row before its target is checked; id "" if rejected. */
type TakenRow = Omit<RedirectImportRow, "warning"> & { id: string };

async function takeRows(tx: Writing, csv: string, actionContext: RedirectContext): Promise<TakenRow[]> {
  const all = readCsv(csv);
  const columns = findColumns(all);
  const rows = columns.hasHead ? all.slice(1) : all;
  if (rows.length === 0)
    throw new DomainError("invalid", "There is no redirect in this file.", {
      fields: { file: "Choose a CSV file with two columns: the former address, and where it leads" },
    });
  if (rows.length > maxRedirects)
    throw new DomainError("invalid", "This file is too long.", {
      fields: { file: `Send at most ${maxRedirects.toLocaleString("en")} rows at a time` },
    });
  const taken: TakenRow[] = [];
  for (const { line, cells } of rows) {
    const row = { line, from: cells[columns.from] ?? "", to: cells[columns.to] ?? "" };
    const reason = reasonToSkip(cells, columns);
    if (reason) taken.push({ ...row, id: "", outcome: "wrong", reason });
    else taken.push({ ...row, ...(await takeRow(tx, row.from, row.to, actionContext)) });
  }
  return taken;
}

interface RedirectColumns {
  hasHead: boolean;
  from: number;
  to: number;
  regex: number;
  code: number;
  /** Column with "disabled" for inactive redirects. */
  status: number;
}

const columnNames = {
  from: /^(source|sourceurl|from|old|oldaddress|oldurl|redirectfrom)$/,
  to: /^(target|targeturl|to|new|newaddress|newurl|destination|redirectto)$/,
  regex: /^(regex|isregex|regularexpression)$/,
  code: /^(code|httpcode|statuscode|actioncode)$/,
  status: /^(status|enabled|active)$/,
};

/** Columns by header name; without a header, by the order of the Redirection plugin. */
function findColumns([first]: readonly CsvRecord[]): RedirectColumns {
  const cells = first?.cells ?? [];
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  const find = (name: keyof typeof columnNames) => names.findIndex((one) => columnNames[name].test(one));
  if (/[/:]/.test(cells[0] ?? "")) {
    const isPlugin = /^[01]$/.test(cells[2] ?? "") && /^\d{3}$/.test(cells[3] ?? "");
    return { hasHead: false, from: 0, to: 1, regex: isPlugin ? 2 : -1, code: isPlugin ? 3 : -1, status: -1 };
  }
  return {
    hasHead: true,
    from: Math.max(0, find("from")),
    to: find("to") < 0 ? 1 : find("to"),
    regex: find("regex"),
    code: find("code"),
    status: find("status"),
  };
}

/** Reason why a row cannot become a redirect; empty if it can. */
function reasonToSkip(cells: readonly string[], columns: RedirectColumns): string {
  const cell = (at: number) => (cells[at] ?? "").toLowerCase();
  const isOff =
    columns.status < 0
      ? cells.includes("disabled")
      : /^(disabled|inactive|off|no|false|0)$/.test(cell(columns.status));
  if (isOff) return "Disabled in the file";
  if (/^(1|yes|true|regex)$/.test(cell(columns.regex)))
    return "Regular expressions are not supported. Add a redirect for each address.";
  if (/^(404|410|451)$/.test(cell(columns.code)))
    return `The file answers this address with ${cell(columns.code)}. Visitors see “not found” without a redirect.`;
  return "";
}

/** Checks targets after all rows are stored, because one may redirect to another. */
async function addWarnings(db: Database, taken: readonly TakenRow[]): Promise<RedirectImportRow[]> {
  const ids = taken.map(({ id }) => id).filter((id) => id !== "");
  const listed = await readRedirects(db, ids);
  const warnings = new Map(listed.map((one) => [one.id, warnOfEnd(one)]));
  return taken.map(({ id, ...row }) => ({ ...row, warning: warnings.get(id) ?? "" }));
}

async function takeRow(tx: Writing, from: string, to: string, actionContext: RedirectContext) {
  try {
    const input = { from, ...(await readTarget(tx, to)) };
    const former = await findFormer(tx, from);
    if (former === null)
      return { id: await createRedirect(tx, input, actionContext), outcome: "new" as const, reason: "" };
    await changeRedirect(tx, former, input, actionContext);
    return { id: former, outcome: "replaces" as const, reason: "" };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { id: "", outcome: "wrong" as const, reason: Object.values(error.fields)[0] ?? error.message };
  }
}

async function findFormer({ query }: Writing, from: string): Promise<string | null> {
  const read = fromField.safeParse(from);
  if (!read.success) return null;
  const key = redirectKey(read.data);
  const row = await query.selectFrom("redirects").select("id").where("from_key", "=", key).executeTakeFirst();
  return row?.id ?? null;
}

async function readTarget({ query }: Writing, to: string): Promise<Record<string, string>> {
  if (/^https?:/i.test(to)) return { url: to };
  const [, name = "", title = ""] = /^(\w+):\s*(.+)$/.exec(to) ?? [];
  const kind = findKind(name.toLowerCase());
  if (!kind) return { path: to };
  const row = await query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", kind.name)
    .where(isTitled(title))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row)
    throw validationError([
      { path: ["entry"], message: `There is no ${kind.label.one.toLowerCase()} “${title}”` },
    ]);
  return { entry: row.id };
}
