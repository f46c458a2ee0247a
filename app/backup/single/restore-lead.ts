import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { readReference } from "#app/leads/intake/reference.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { RecordList } from "#app/transfer/bundle/bundle.ts";
import { noNames } from "#app/transfer/bundle/plan.ts";
import { openProblemCollector, wholeFile } from "#app/transfer/bundle/problems.ts";
import { recordTables } from "#app/transfer/records/record-tables.ts";
import { applyRecords, checkRecords } from "#app/transfer/records/records.ts";
import { type BackupSource, type PickedRows, pickRows, type StoredRow } from "./read-backup.ts";

export interface LeadRestore extends ActionContext {
  /** Its reference or its id. */
  lead: string;
  /** Its words were deleted here, and that was a mistake. */
  evenErased: boolean;
}

export interface RestoredLead {
  id: string;
  reference: string;
  name: string;
}

/**
 * Gives one message or call request back from a backup, with what happened to it, its notes and its replies; nobody is mailed.
 * Throws a `PlainError` where it is there.
 */
export async function restoreLead(
  db: Database,
  source: BackupSource,
  { lead: wanted, evenErased, actor, now }: LeadRestore,
): Promise<RestoredLead> {
  const row = await findLead(source, wanted);
  const id = String(row.id);
  await refuseThere(db, id, evenErased);
  const belongsToIt = ({ lead_id }: StoredRow) => lead_id === id;
  const notes = new Set<unknown>();
  const picked = await pickRows(source, {
    lead_events: belongsToIt,
    lead_replies: belongsToIt,
    lead_notes(note) {
      if (belongsToIt(note)) notes.add(note.id);
      return belongsToIt(note);
    },
    // Their key has them stand behind the notes.
    lead_note_edits: ({ note_id }) => notes.has(note_id),
  });
  return await write(db, async (tx) => {
    await tx.locks.acquire(tx.query, `lead:${id}`);
    await refuseThere(tx, id, evenErased);
    const alone = { ...row, merged_into: await findMain(tx, row) };
    const problems = openProblemCollector();
    const checking = { names: noNames, collector: problems };
    const planned = await checkRecords(tx, listsOf(alone, picked), { replace: evenErased }, checking);
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
    throw new PlainError(`The words of ${row.reference} had been deleted already when this backup was made.`);
  return row;
}

async function refuseThere({ query }: Database, id: string, evenErased: boolean): Promise<void> {
  const there = await query
    .selectFrom("leads")
    .select(["reference", "erased_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!there) return;
  if (there.erased_at === null) throw new PlainError(`${there.reference} is there, and is not overwritten.`);
  if (!evenErased)
    throw new PlainError(
      `The words of ${there.reference} were deleted on ${there.erased_at.slice(0, 10)}, because somebody wished so or their time was over. If that was a mistake, add "--erased".`,
    );
}

/** The lead it was put under, as long as that is there. */
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
