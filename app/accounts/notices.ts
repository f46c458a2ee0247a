import type { Writing } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { ContentOf } from "#app/mail/templates/mail-content.ts";
import type { AccountContext } from "./account-context.ts";
import { type ClientContext, recordEvent } from "./request-context.ts";

type Told = ContentOf<"credential-changed">["what"];
/** What somebody changes of their own ways in. */
export type CredentialChange = Exclude<Told, "second-step-dropped" | "sessions-ended">;

/** Puts a change to someone's ways in on record, and tells them by mail, in case it was not them. */
export async function tellOfChange(
  ctx: AccountContext,
  tx: Writing,
  here: ClientContext,
  person: { id: string; name: string; email: string },
  what: CredentialChange,
): Promise<void> {
  await recordEvent(tx, here, { actor: person.id, action: what, subject: person.id });
  await mailChange(ctx, tx, here, person, what);
}

/** The mail alone, where what an admin did is on record as theirs. */
export async function mailChange(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  { id, name, email }: { id: string; name: string; email: string },
  what: Told,
): Promise<void> {
  const link = new URL("/myprofile", publicUrl).href;
  const mail = { template: "credential-changed" as const, name, what, at: here.now, link };
  await queueMail(tx, { to: email, personId: id, mail }, here.now);
}
