import type { Selectable } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import type { SubscriberTable } from "#app/database/schema.ts";
import { countAttempt } from "#app/http/limits.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import { checkInput, fingerprintOf } from "./check.ts";
import { type Accepted, acceptOnce, findByKey } from "./once.ts";
import { type Origin, originColumns } from "./origin.ts";
import { newReference } from "./reference.ts";
import { limitsFor } from "./rules.ts";
import { subscriberSchema } from "./schemas.ts";

type Row = Selectable<SubscriberTable>;

/**
 * Keeps an address for the newsletter, once: one that is known gets the same answer as a new one, and after the same work.
 * Throws a Refusal that names each wrong field, or says how long to wait.
 */
export async function acceptSubscriber(db: Database, input: unknown, origin: Origin): Promise<Accepted> {
  const { email } = checkInput(subscriberSchema, input);
  return acceptOnce(db, async (tx) => {
    const row = subscriberRow(email, origin);
    const before = await findByKey(tx, "subscribers", row, origin.now);
    if (before) return before;
    await countAttempt(tx, limitsFor("subscribers", row.email_key, row.network), origin.now);
    const known = await tx.query
      .selectFrom("subscribers")
      .selectAll()
      .where("email_key", "=", row.email_key)
      .executeTakeFirst();
    if (known) return subscribeAgain(tx, known, row);
    await tx.query.insertInto("subscribers").values(row).execute();
    return { reference: row.reference };
  });
}

function subscriberRow(email: string, origin: Origin): Row {
  const columns = originColumns(origin, ["", email]);
  const key = emailKey(email);
  const fingerprint = fingerprintOf("subscriber", [key]);
  const status = columns.spam_reasons === "" ? "pending" : "spam";
  return { id: newId(), reference: newReference(), email, email_key: key, status, fingerprint, ...columns };
}

/** The record of the first consent stays, unless it was taken back or never counted. */
async function subscribeAgain(tx: Writing, known: Row, again: Row): Promise<Accepted> {
  const isWanted = again.status !== "spam" && (known.status === "unsubscribed" || known.status === "spam");
  const { id, reference, created_at, ...fresh } = again;
  const key = again.idempotency_key ?? known.idempotency_key;
  const next = isWanted ? fresh : { fingerprint: again.fingerprint, updated_at: again.updated_at };
  await tx.query
    .updateTable("subscribers")
    .set({ ...next, idempotency_key: key })
    .where("id", "=", known.id)
    .execute();
  return { reference: known.reference };
}
