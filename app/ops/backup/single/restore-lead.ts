import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { readReference } from "#app/domain/leads/intake/reference.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { RecordList } from "#app/ops/transfer/bundle/bundle.ts";
import { noNames } from "#app/ops/transfer/bundle/plan.ts";
import { openProblemCollector, wholeFile } from "#app/ops/transfer/bundle/problems.ts";
import { recordTables } from "#app/ops/transfer/records/record-tables.ts";
import { applyRecords, checkRecords } from "#app/ops/transfer/records/records.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { type BackupSource, type PickedRows, pickRows, type StoredRow } from "./read-backup.ts";

export interface LeadRestore extends ActionContext {
  /** Reference or id. */
  lead: string;
  /** Restores a lead whose text was deleted by mistake. */
  evenErased: boolean;
}

export interface RestoredLead {
  id: string;
  reference: string;
  name: string;
}

/**
 * Restores a message or call request with its history, notes and replies, without sending mail.
 * Throws a `PlainError` if it exists.
 */
export async function restoreLead(
  db: Database,
  source: BackupSource,
  { lead: wanted, evenErased, actor, now }: LeadRestore,
): Promise<RestoredLead> {
  const row = await findLead(source, wanted);
  const id = String(row.id);
  await refuseExisting(db, id, evenErased);
  const belongsToIt = ({ lead_id }: StoredRow) => lead_id === id;
  const notes = new Set<unknown>();
  const picked = await pickRows(source, {
    lead_events: belongsToIt,
    lead_replies: belongsToIt,
    lead_notes(note) {
      if (belongsToIt(note)) notes.add(note.id);
      return belongsToIt(note);
    },
    // Edits follow notes in key order.
    lead_note_edits: ({ note_id }) => notes.has(note_id),
  });
  return await write(db, async (tx) => {
    await tx.locks.acquire(tx.query, `lead:${id}`);
    await refuseExisting(tx, id, evenErased);
    const lead = { ...row, merged_into: await findMain(tx, row) };
    const problems = openProblemCollector();
    const checking = { names: noNames, collector: problems };
    const planned = await checkRecords(tx, listsOf(lead, picked), { replace: evenErased }, checking);
    if (problems.problems.length > 0)
      throw new PlainError(problems.problems.map(({ field, message }) => `${field}: ${message}`).join(". "));
    await applyRecords(tx, planned, noNames, { now });
    await recordAudit(tx, actor, "backup.restore-lead", id, picked.header.takenAt);
    return { id, reference: String(row.reference), name: String(row.name) };
  });
}

async function findLead(source: BackupSource, wanted: string): Promise<StoredRow> {
  const wantedReference = readReference(wanted);
  const { of } = await pickRows(source, {
    leads: ({ id, reference }) => id === wanted || reference === wantedReference,
  });
  const [row, second] = of("leads");
  if (!row) throw new PlainError(`There is no message and no call request ${wanted} in this backup.`);
  if (second)
    throw new PlainError(
      `A message and a call request have this reference: give --lead ${row.id} or ${second.id}.`,
    );
  if (row.erased_at !== null)
    throw new PlainError(`The text of ${row.reference} was deleted before this backup was made.`);
  return row;
}

async function refuseExisting({ query }: Database, id: string, evenErased: boolean): Promise<void> {
  const existing = await query
    .selectFrom("leads")
    .select(["reference", "erased_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!existing) return;
  if (existing.erased_at === null)
    throw new PlainError(`${existing.reference} exists and is not overwritten.`);
  if (!evenErased)
    throw new PlainError(
      `The text of ${existing.reference} was deleted on ${existing.erased_at.slice(0, 10)}, on request or after the retention period. If that was a mistake, add "--erased".`,
    );
}

/** The lead it was merged into, if that still exists. */
async function findMain({ query }: Database, { merged_into }: StoredRow): Promise<string | null> {
  if (merged_into === null) return null;
  const main = await query
    .selectFrom("leads")
    .select("id")
    .where("id", "=", String(merged_into))
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return main?.id ?? null;
}

function listsOf(lead: StoredRow, { of }: PickedRows): RecordList[] {
  const place = wholeFile("the backup");
  const rowsOf = (table: string) => (table === "leads" ? [lead] : of(table));
  return recordTables
    .filter(({ table }) => table.startsWith("lead"))
    .map((table) => ({
      table,
      read: () => rowsOf(table.table).map((value) => ({ value, place })),
    }));
}
