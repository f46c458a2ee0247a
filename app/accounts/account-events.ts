import type { OtherAction } from "#app/audit/actions.ts";
import { recordAttempt, recordAudit } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import type { ContentOf } from "#app/mail/templates/mail-content.ts";
import { networkOf, networkPrefix } from "#app/platform/limits/client-network.ts";
import type { AccountContext } from "./account-context.ts";
import type { AccountRequest } from "./accounts.ts";
import type { Caller } from "./passwords/password.ts";

/** When and from where something is asked. */
export interface ClientContext {
  now: Date;
  at: string;
  /** The address, or the first 64 bits of it. */
  network: string;
  userAgent: string;
  requestId: string;
}

export function clientContextOf(
  { clock }: AccountContext,
  { request, requestContext }: AccountRequest,
): ClientContext {
  const now = clock.now();
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 400).toWellFormed();
  return {
    now,
    at: now.toISOString(),
    network: networkOf(requestContext.address),
    userAgent: userAgent.replace(/[\p{Cc}\p{Cf}]/gu, ""),
    requestId: requestContext.id,
  };
}

/** Somebody who has shown who they are, by a session, a known browser or a mailed link. */
export function knownCaller({ network }: ClientContext): Caller {
  return {
    network,
    isKnown: true,
  };
}

export function later({ now }: ClientContext, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/**
 * Keeps what happened to an account, by whom and from where. Nothing in it names a person but their id, which means
 * nothing once they are gone.
 * @param actor id of a person, or "visitor" for nobody known
 */
export function recordEvent(
  tx: Writing,
  here: ClientContext,
  {
    actor,
    action,
    subject,
    ...rest
  }: { actor: string; action: OtherAction; subject: string; detail?: string },
): Promise<void> {
  const who = { id: actor, requestId: here.requestId };
  const network = networkPrefix(here.network);
  if (attempts.includes(action)) {
    const about = { network, detail: rest.detail ?? "" };
    return recordAttempt(tx, { actor: who, action, subject, about }, here.now);
  }
  const detail = JSON.stringify({ network, ...(rest.detail && { detail: rest.detail }) });
  return recordAudit(tx, who, action, subject, detail);
}

/** What anybody can bring about as often as they like. */
const attempts: readonly OtherAction[] = [
  "sign-in-failed",
  "second-step-failed",
  "confirmation-failed",
  "reset-asked",
  "registration-asked",
  "access-refused",
];

type ChangeOfCredential = ContentOf<"credential-changed">["what"];
/** What somebody changes of their own ways in. */
export type CredentialChange = Exclude<ChangeOfCredential, "second-step-dropped" | "sessions-ended">;

/** Puts a change to someone's ways in on record, and tells them by mail, in case it was not them. */
export async function reportCredentialChange(
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
  what: ChangeOfCredential,
): Promise<void> {
  const link = new URL("/myprofile", publicUrl).href;
  const mail = { template: "credential-changed" as const, name, what, at: here.now, link };
  await queueMail(tx, { to: email, personId: id, mail }, here.now);
}
