import { createReadStream, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Insertable } from "kysely";
import type { ImportProblem } from "#app/ops/transfer/bundle/problems.ts";
import type { ReportLine } from "#app/ops/transfer/wordpress/report.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { importFolderOf } from "./imports.ts";

/** A line of the full report of an import. */
export type ImportReportLine = Pick<Insertable<Schema["import_lines"]>, "part" | "place" | "what" | "reason">;

/** Maximum characters of a full report; later lines are dropped. */
const maxCharacters = 5_000_000;
const linesAtOnce = 200;
/** Days from an import until its report is removed. */
const retentionDays = 30;

const fileName = "report.jsonl";

/** Writes the full report into the folder of an import, up to the maximum size. */
export function writeImportReport(
  folder: string,
  problems: readonly ImportProblem[],
  clashes: readonly ImportProblem[],
  report: readonly ReportLine[],
): void {
  const placeOf = ({ file, line, field }: ImportProblem) =>
    [file, line && `line ${line}`, field].filter(Boolean).join(", ");
  const ofProblem = (part: "problem" | "clash") => (problem: ImportProblem) => ({
    part,
    place: placeOf(problem),
    what: problem.message,
    reason: "",
  });
  const lines: ImportReportLine[] = [
    ...problems.map(ofProblem("problem")),
    ...clashes.map(ofProblem("clash")),
    ...report.map(({ item, what, why }) => ({ part: "changed" as const, place: item, what, reason: why })),
  ];
  const texts: string[] = [];
  let left = maxCharacters;
  for (const [at, line] of lines.entries()) {
    const text = JSON.stringify(line);
    left -= text.length;
    if (left < 0) {
      const rest = lines.length - at;
      const what = `${rest.toLocaleString("en")} more ${rest === 1 ? "line" : "lines"} did not fit into this report`;
      texts.push(JSON.stringify({ part: "beyond", place: "Report", what, reason: "" }));
      break;
    }
    texts.push(text);
  }
  writeFileSync(join(folder, fileName), texts.map((text) => `${text}\n`).join(""), { mode: 0o600 });
}

/** Replaces the stored report of an import by the one in its folder. */
export async function storeImportReport(db: Database, dataDir: string, id: string): Promise<void> {
  const path = join(importFolderOf(dataDir, id), fileName);
  if (!existsSync(path)) return;
  await write(db, (tx) => tx.query.deleteFrom("import_lines").where("import_id", "=", id).execute());
  let number = 0;
  let rows: Insertable<Schema["import_lines"]>[] = [];
  const store = async () => {
    const some = rows;
    rows = [];
    if (some.length > 0) await write(db, (tx) => tx.query.insertInto("import_lines").values(some).execute());
  };
  for await (const text of createInterface({ input: createReadStream(path) })) {
    number += 1;
    // The import process wrote this file.
    rows.push({ ...(JSON.parse(text) as ImportReportLine), import_id: id, number });
    if (rows.length >= linesAtOnce) await store();
  }
  await store();
}

/** The newest import with a stored report, discarded or not; null without any. */
export async function findReported({ query }: Pick<Database, "query">) {
  const row = await query
    .selectFrom("imports")
    .select(["id", "file_name", "created_at"])
    .where("id", "in", query.selectFrom("import_lines").select("import_id"))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Lines of a report after a line number, in order. */
export function readReport(
  { query }: Pick<Database, "query">,
  id: string,
  { after, limit }: { after: number; limit: number },
) {
  return query
    .selectFrom("import_lines")
    .select(["number", "part", "place", "what", "reason"])
    .where("import_id", "=", id)
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();
}

export async function countReport({ query }: Pick<Database, "query">, id: string): Promise<number> {
  const row = await query
    .selectFrom("import_lines")
    .select((eb) => eb.fn.max("number").as("count"))
    .where("import_id", "=", id)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Deletes the reports of imports older than 30 days. */
export async function removeOldReports(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000).toISOString();
  await write(db, (tx) =>
    tx.query
      .deleteFrom("import_lines")
      .where("import_id", "in", tx.query.selectFrom("imports").select("id").where("created_at", "<", before))
      .execute(),
  );
}
