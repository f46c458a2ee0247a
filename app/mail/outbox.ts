import type { Writing } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import type { MailContent } from "./mail-content.ts";

export interface OutgoingMail {
  /** One address, as stored. */
  to: string;
  mail: MailContent;
  /** Not sent any more after this moment: links that have run out. */
  expiresAt?: Date;
  /** Whose mail it is, for export and erasure. */
  personId?: string | null;
}

/** Puts a mail into the outbox in the transaction of its cause. */
export async function queueMail(tx: Writing, { to, mail, ...rest }: OutgoingMail, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.query
    .insertInto("outbox")
    .values({
      ...{ id: newId(), to_address: to, to_key: emailKey(to), subject: "", template: mail.template },
      ...{ content: JSON.stringify(mail), person_id: rest.personId ?? null, status: "waiting", attempts: 0 },
      ...{ next_attempt_at: at, expires_at: rest.expiresAt?.toISOString() ?? null, last_error: "" },
      ...{ created_at: at, sent_at: null, claimed_until: null },
    })
    .execute();
}

/** Deletes what waits or lies there for a person. */
export async function forgetMail(tx: Writing, personId: string, addresses: readonly string[]): Promise<void> {
  const keys = addresses.map(emailKey);
  await tx.query
    .deleteFrom("outbox")
    .where((eb) => eb.or([eb("person_id", "=", personId), ...keys.map((key) => eb("to_key", "=", key))]))
    .execute();
}
