import type { OtherAction } from "#app/domain/audit/actions.ts";
import { type ActionContext, type Actor, recordAttempt, recordAudit } from "#app/domain/audit/audit.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import type { ContentOf } from "#app/domain/mail/templates/mail-content.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { networkOf, networkPrefix } from "#app/platform/limits/client-network.ts";
import type { AccountContext } from "./account-context.ts";
import type { AccountRequest } from "./accounts.ts";
import type { Caller } from "./passwords/password.ts";

/** Time and origin of a request, before or without a known actor. */
export interface ClientContext extends Pick<ActionContext, "now">, Pick<Actor, "requestId"> {
  /** The time as ISO 8601. */
  at: string;
  /** IPv4 address, or the first 64 bits of an IPv6 address. */
  network: string;
  userAgent: string;
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

/** Caller identified by a session, a known browser or a mailed link. */
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
 * Records an account event in the audit log with its actor and origin. People appear by id only, which identifies no
 * one once the account is deleted. @param actor id of a person, or "visitor" without one
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

/** Events that anyone can cause without limit. */
const attempts: readonly OtherAction[] = [
  "sign-in-failed",
  "second-step-failed",
  "confirmation-failed",
  "reset-asked",
  "registration-asked",
  "access-refused",
];

type ChangeOfCredential = ContentOf<"credential-changed">["what"];
/** Changes to a person's own sign-in methods. */
export type CredentialChange = Exclude<ChangeOfCredential, "second-step-dropped" | "sessions-ended">;

/** Records a change of sign-in methods and mails the owner, in case somebody else made it. */
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

/** Sends only the mail, for changes by an admin, which are recorded separately. */
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
