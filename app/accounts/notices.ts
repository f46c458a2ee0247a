import type { Writing } from "#app/database/database.ts";
import type { ContentOf } from "#app/mail/mail-content.ts";
import { queueMail } from "#app/mail/outbox.ts";
import { type Circumstances, recordEvent } from "./circumstances.ts";
import type { World } from "./parts.ts";

export type CredentialChange = ContentOf<"credential-changed">["what"];

/** Puts a change to someone's ways in on record, and tells them by mail, in case it was not them. */
export async function tellOfChange(
  { publicUrl }: World,
  tx: Writing,
  here: Circumstances,
  person: { id: string; name: string; email: string },
  what: CredentialChange,
): Promise<void> {
  const { id, name, email } = person;
  await recordEvent(tx, here, { actor: id, action: what, subject: id });
  const link = new URL("/myprofile", publicUrl).href;
  const mail = { template: "credential-changed" as const, name, what, at: here.now, link };
  await queueMail(tx, { to: email, personId: id, mail }, here.now);
}
