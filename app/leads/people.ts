import type { Database, Writing } from "#app/database/database.ts";
import { countAttempt } from "#app/http/limits.ts";
import { newId } from "#app/platform/id.ts";
import { type Accepted, acceptOnce, findByKey } from "./once.ts";
import { type Origin, originColumns, referrerColumn } from "./origin.ts";
import { newReference } from "./reference.ts";
import { limitsFor } from "./rules.ts";

/** What a message and a call request have in common before they are kept. */
interface Lead {
  table: "messages" | "calls";
  /** Key of the e-mail address, or the phone number, that counts as the sender. */
  sender: string;
  fingerprint: string;
  /** Everything the person wrote, the name first; looked through for spam. */
  texts: readonly string[];
}

/** The columns that are made here, the same for both tables. */
export type LeadRow = ReturnType<typeof leadRow>;

/** Keeps a lead once: the same key, or the same content within ten minutes, gives the answer given before. */
export function acceptLead(
  db: Database,
  lead: Lead,
  origin: Origin,
  insert: (tx: Writing, row: LeadRow) => Promise<unknown>,
): Promise<Accepted> {
  return acceptOnce(db, async (tx) => {
    const row = leadRow(lead, origin);
    const before =
      (await findByKey(tx, lead.table, row, origin.now)) ?? (await findSame(tx, lead.table, row, origin.now));
    if (before) return before;
    await countAttempt(tx, limitsFor(lead.table, lead.sender, row.network), origin.now);
    await insert(tx, row);
    return { reference: row.reference };
  });
}

function leadRow({ fingerprint, texts }: Lead, origin: Origin) {
  const columns = originColumns(origin, texts);
  const status = columns.spam_reasons === "" ? ("new" as const) : ("spam" as const);
  const head = { id: newId(), reference: newReference(), status, fingerprint };
  return { ...head, ...columns, referrer: referrerColumn(origin) };
}

const sameForMs = 10 * 60_000;

/** A second click where no script could give it a key. What was set aside as spam does not hide what is not. */
async function findSame(
  tx: Writing,
  table: Lead["table"],
  row: LeadRow,
  now: Date,
): Promise<Accepted | null> {
  if (row.idempotency_key !== null) return null;
  await tx.engine.lock(tx.query, `${table}:same:${row.fingerprint}`);
  const found = await tx.query
    .selectFrom(table)
    .select("reference")
    .where("fingerprint", "=", row.fingerprint)
    .where("spam_reasons", "=", row.spam_reasons)
    .where("created_at", ">", new Date(now.getTime() - sameForMs).toISOString())
    .executeTakeFirst();
  return found ?? null;
}
