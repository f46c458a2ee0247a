import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "#app/database/database.ts";

export const mailKeptDays = 90;

/** Deletes the record of mails that left or died long ago, and files whose mail is no longer on record. */
export async function cleanUpMail(db: Database, folder: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - mailKeptDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("outbox")
    .where("status", "<>", "waiting")
    .where("created_at", "<", before)
    .execute();
  await removeForgotten(db, folder);
}

/** A mail in the data folder goes with its row, so that erasing a person erases it too. */
async function removeForgotten(db: Database, folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  for (let at = 0; at < names.length; at += 500) {
    const ids = names.slice(at, at + 500).map((name) => name.slice(0, -4));
    const rows = await db.query.selectFrom("outbox").select("id").where("id", "in", ids).execute();
    const known = new Set(rows.map(({ id }) => id));
    const lost = ids.filter((id) => !known.has(id));
    await Promise.all(lost.map((id) => rm(join(folder, `${id}.eml`), { force: true })));
  }
}
