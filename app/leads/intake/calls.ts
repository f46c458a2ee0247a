import type { Database } from "#app/database/database.ts";
import { emailKey } from "#app/text/email.ts";
import { acceptLead } from "./accept-lead.ts";
import { checkInput, fingerprintOf } from "./check.ts";
import type { Accepted } from "./idempotency.ts";
import { callSchema } from "./schemas.ts";
import type { SubmissionMetadata } from "./submission-metadata.ts";

/** Keeps a wish to be called or written to; throws a DomainError that names each wrong field, or says how long to wait. */
export async function acceptCall(
  db: Database,
  input: unknown,
  origin: SubmissionMetadata,
): Promise<Accepted> {
  const { name, phone, email, bestTime, topic } = checkInput(callSchema, input);
  const texts = [name, phone, email, bestTime, topic];
  const fingerprint = fingerprintOf("call", texts);
  const lead = { table: "calls", sender: phone || emailKey(email), email, fingerprint, texts } as const;
  return acceptLead(db, lead, origin, (tx, row) =>
    tx.query
      .insertInto("calls")
      .values({ ...row, name, phone, email, best_time: bestTime, topic })
      .execute(),
  );
}
