import type { Database } from "#app/database/database.ts";
import { emailKey } from "#app/text/email.ts";
import { acceptLead } from "./accept-lead.ts";
import { checkInput, fingerprintOf } from "./check.ts";
import type { Accepted } from "./idempotency.ts";
import { messageSchema } from "./schemas.ts";
import type { SubmissionMetadata } from "./submission-metadata.ts";

/** Keeps what a visitor wrote; throws a DomainError that names each wrong field, or says how long to wait. */
export async function acceptMessage(
  db: Database,
  input: unknown,
  origin: SubmissionMetadata,
): Promise<Accepted> {
  const { consent: _agreed, ...values } = checkInput(messageSchema, input);
  const { name, email, phone, company, service, message } = values;
  const texts = [name, email, phone, company, service, message];
  const fingerprint = fingerprintOf("message", texts);
  const lead = { table: "messages", sender: emailKey(email), email, fingerprint, texts } as const;
  return acceptLead(db, lead, origin, (tx, row) =>
    tx.query
      .insertInto("messages")
      .values({ ...row, ...values })
      .execute(),
  );
}
