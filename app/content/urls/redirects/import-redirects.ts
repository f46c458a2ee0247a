import { type Database, type Writing, write } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { readCsv } from "#app/text/csv.ts";
import { findKind } from "../../kinds.ts";
import { redirectKey } from "../resolve-urls.ts";
import { slugKey, toSlug } from "../slug.ts";
import { readRedirects, warnOfEnd } from "./list-redirects.ts";
import { changeRedirect, createRedirect, fromField, type RedirectContext } from "./save-redirect.ts";

export interface RedirectImportRow {
  line: number;
  from: string;
  to: string;
  /** What becomes of it: a new redirect, one in the place of another, or nothing, for a reason. */
  outcome: "new" | "replaces" | "wrong";
  reason: string;
  /** What visitors will meet instead of a page; "" for a page, and where nothing becomes of it. */
  warning: string;
}

const mostRows = 2000;

/** What a CSV file would bring, without keeping anything of it. */
export async function previewRedirects(
  db: Database,
  csv: string,
  actionContext: RedirectContext,
): Promise<RedirectImportRow[]> {
  const preview = new Preview();
  await write(db, async (tx) => {
    preview.rows = await addWarnings(tx, await takeRows(tx, csv, actionContext));
    throw preview;
  }).catch((error: unknown) => {
    if (error !== preview) throw error;
  });
  return preview.rows;
}

/** Thrown so that the transaction comes to nothing. */
class Preview extends Error {
  rows: RedirectImportRow[] = [];
}

/**
 * Takes in a CSV file of two columns: the former address, and a path, a web address, or `kind: title` of an entry. Rows that
 * can't be used are left out, and answered with the reason.
 */
export async function importRedirects(
  db: Database,
  csv: string,
  actionContext: RedirectContext,
): Promise<RedirectImportRow[]> {
  return addWarnings(db, await write(db, (tx) => takeRows(tx, csv, actionContext)));
}

/** A row before it is known what visitors will meet; its id is "" where nothing becomes of it. */
type TakenRow = Omit<RedirectImportRow, "warning"> & { id: string };

async function takeRows(tx: Writing, csv: string, actionContext: RedirectContext): Promise<TakenRow[]> {
  const rows = readCsv(csv).filter(({ cells: [from = ""] }, at) => at > 0 || /[/:]/.test(from));
  if (rows.length === 0)
    throw new DomainError("invalid", "There is no redirect in this file.", {
      fields: { file: "Choose a CSV file with two columns: the former address, and where it leads" },
    });
  if (rows.length > mostRows)
    throw new DomainError("invalid", "This file is too long.", {
      fields: { file: `Send at most ${mostRows.toLocaleString("en")} rows at a time` },
    });
  const taken: TakenRow[] = [];
  for (const { line, cells } of rows) {
    const [from = "", to = ""] = cells;
    taken.push({ line, from, to, ...(await takeRow(tx, from, to, actionContext)) });
  }
  return taken;
}

/** Once all are there: one may lead on to another. */
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
    .where("slug_key", "=", slugKey(toSlug(title)))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row)
    throw validationError([
      { path: ["entry"], message: `There is no ${kind.label.one.toLowerCase()} “${title}”` },
    ]);
  return { entry: row.id };
}
