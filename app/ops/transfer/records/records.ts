import { sql } from "kysely";
import { z } from "zod";
import { indexLead } from "#app/domain/leads/inbox/search-leads.ts";
import type { Lead } from "#app/domain/leads/lead.ts";
import { saveCampaignPictures } from "#app/domain/newsletter/campaigns.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import type { ReadRecords, RecordList } from "../bundle/bundle.ts";
import { type IdNames, readBodyMarkdown, writeMarkdown } from "../bundle/front-matter.ts";
import type { Checking, PlannedNames, PlannedRecords } from "../bundle/plan.ts";
import {
  collectIssues,
  type ImportLocation,
  isRecord,
  NotImportable,
  type ProblemCollector,
} from "../bundle/problems.ts";
import { type RecordTable, type RecordTableName, recordTables } from "./record-tables.ts";

/** Checks the columns and references of every row and, without `replace`, that its id is new. */
export async function checkRecords(
  db: Database,
  lists: readonly RecordList[],
  { replace }: { replace: boolean },
  { names, collector }: Checking,
): Promise<PlannedRecords> {
  const counts = new Map<string, number>();
  const samePeople = await findSamePeople(db, lists);
  const coming = new Map<RecordTableName, Set<string>>();
  for (const { table, read } of lists) {
    const schema = z.strictObject(table.columns);
    const there = await readIds(db, table.table);
    const ids = new Set<string>();
    coming.set(table.table, ids);
    for await (const { value, place } of withBreaks(read(collector))) {
      const result = schema.safeParse(value);
      if (!result.success) {
        collectIssues(collector, place, schema, result.error.issues);
        continue;
      }
      const row: Record<string, unknown> = result.data;
      if (table.richText !== null) readRichText(table.richText, row, place, { names, collector });
      const id = String(row.id);
      if (ids.has(id)) collector.note(place, ["id"], "This id appears twice");
      else if (there.has(id) && !replace && table.table !== "users")
        collector.noteClash(place, ["id"], "The site already has this");
      ids.add(id);
      for (const [column, named] of Object.entries(table.rows))
        if (!(await isThere(db, named, String(row[column]), coming)))
          collector.note(place, [column], "The record that this belongs to is missing");
    }
    counts.set(table.list, ids.size);
  }
  return { counts, lists, samePeople };
}

/** Stores the rows. Throws NotImportable if one conflicts with a row of the site. */
export async function applyRecords(
  tx: Writing,
  { lists, samePeople }: PlannedRecords,
  names: PlannedNames,
  { now }: { now: Date },
): Promise<void> {
  for (const { table, read } of lists) {
    const here = table.people.length === 0 ? null : await readIds(tx, "users");
    for await (const { value, place } of withBreaks(read(ignoreProblems))) {
      if (!isRecord(value) || (table.table === "users" && samePeople.has(String(value.id)))) continue;
      const values = withPeople(table, value, samePeople, here);
      const doc =
        table.richText === null
          ? null
          : readRichText(table.richText, value, place, { names, collector: ignoreProblems });
      const row =
        table.table === "newsletters"
          ? resetNewsletter({ ...values, body: JSON.stringify(doc) }, now)
          : values;
      await storeRow(tx, table.table, row).catch((error) => {
        if (!tx.dialect.isUniqueViolation(error)) throw error;
        const message = "This conflicts with existing data of the site";
        throw new NotImportable([{ file: place.file, line: place.lineOf([]), field: "", message }]);
      });
      if (table.table === "newsletters") await saveCampaignPictures(tx, String(row.id), doc);
      // `checkRecords` has checked the columns.
      if (table.table === "leads") await indexLead(tx, row as unknown as Lead);
    }
  }
  tx.invalidate(cacheTags.leads);
}

function readRichText(
  column: string,
  row: Record<string, unknown>,
  { file, lineOf }: ImportLocation,
  { names, collector }: Checking,
) {
  const note = (path: readonly PropertyKey[], message: string) =>
    collector.note({ file, lineOf }, path, message);
  return readBodyMarkdown(String(row[column]), [column], { names, note, line: (path) => lineOf(path) });
}

/** Resets newsletters, because an import sends no mail: scheduled ones become drafts, and unfinished ones are cancelled. */
function resetNewsletter(row: Record<string, unknown>, now: Date): Record<string, unknown> {
  if (row.state === "scheduled") return { ...row, state: "draft", send_at: null, next_batch_at: null };
  if (row.state !== "sending" && row.state !== "paused") return row;
  return { ...row, state: "cancelled", finished_at: now.toISOString(), next_batch_at: null };
}

const ignoreProblems: ProblemCollector = { problems: [], note: () => {}, noteClash: () => {} };

/** Replaces ids of accounts by those of existing accounts, and removes assignees without an account. */
function withPeople(
  { people }: RecordTable,
  row: Record<string, unknown>,
  same: Map<string, string>,
  here: Set<string> | null,
): Record<string, unknown> {
  const named = people.map((column) => {
    const id = String(row[column] ?? "");
    const now = same.get(id) ?? id;
    const isGone = column === "assignee_id" && !here?.has(now);
    return [column, row[column] === null || isGone ? null : now];
  });
  return { ...row, ...Object.fromEntries(named) };
}

async function storeRow(tx: Writing, table: RecordTableName, row: Record<string, unknown>) {
  const names = Object.keys(row);
  const others = names.filter((name) => name !== "id");
  const set = others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => row[name]))})
    on conflict (id) do update set ${sql.join(set)}`.execute(tx.query);
}

async function findSamePeople(db: Database, lists: readonly RecordList[]): Promise<Map<string, string>> {
  const people = lists.find(({ table }) => table.table === "users");
  const rows = people ? await db.query.selectFrom("users").select(["id", "email_key"]).execute() : [];
  const byKey = new Map(rows.map(({ id, email_key }) => [email_key, id]));
  const here = new Set(rows.map(({ id }) => id));
  const same = new Map<string, string>();
  for (const { value } of people?.read(ignoreProblems) ?? []) {
    if (!isRecord(value)) continue;
    const id = String(value.id);
    const known = here.has(id) ? id : byKey.get(String(value.email_key));
    if (known !== undefined) same.set(id, known);
  }
  return same;
}

async function readIds(db: Database, table: RecordTableName): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(db.query);
  return new Set(rows.map(({ id }) => id));
}

async function isThere(
  db: Database,
  table: RecordTableName,
  id: string,
  coming: Map<RecordTableName, Set<string>>,
): Promise<boolean> {
  if (coming.get(table)?.has(id)) return true;
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db.query);
  return rows.length > 0;
}

/** The lists of records in an import, in insertion order. */
export function recordListsIn(readerOf: (list: string) => ReadRecords | null): RecordList[] {
  return recordTables.flatMap((table) => {
    const read = readerOf(table.list);
    return read === null ? [] : [{ table, read }];
  });
}

export interface CollectedRecord {
  list: string;
  row: Record<string, unknown>;
}

const atOnce = 500;

/** Reads all rows of the record tables, grouped by table and sorted by id; personal tables only with `withPeople`. */
export async function* collectRecords(
  db: Database,
  names: IdNames,
  { withPeople }: { withPeople: boolean },
): AsyncGenerator<CollectedRecord> {
  for (const table of recordTables.filter(({ isPersonal }) => withPeople || !isPersonal))
    for (let after = ""; ; ) {
      const rows = await readRows(db, table, after);
      for await (const row of withBreaks(rows))
        yield { list: table.list, row: asExported(table, row, names, withPeople) };
      if (rows.length < atOnce) break;
      after = String(rows.at(-1)?.id);
    }
}

async function readRows(db: Database, { table, columns }: RecordTable, after: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))} from ${sql.table(table)}
    where id > ${after} order by id limit ${sql.lit(atOnce)}`.execute(db.query);
  return rows;
}

/** Converts a row for export, without photos of accounts, which are not in the library. */
function asExported(
  { table, richText, people }: RecordTable,
  row: Record<string, unknown>,
  names: IdNames,
  withPeople: boolean,
): Record<string, unknown> {
  if (table === "users") return { ...row, image: null };
  const written =
    richText === null ? [] : [[richText, writeMarkdown(JSON.parse(String(row[richText])), names)]];
  const unnamed = withPeople ? [] : people.map((column) => [column, null]);
  return { ...row, ...Object.fromEntries([...written, ...unnamed]) };
}
