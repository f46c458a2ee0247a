import { recordAudit } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { networkOf } from "#app/http/client-address.ts";
import type { Asking } from "./accounts.ts";
import type { World } from "./parts.ts";

/** When and from where something is asked. */
export interface Circumstances {
  now: Date;
  at: string;
  /** The address, or the first 64 bits of it. */
  network: string;
  userAgent: string;
  requestId: string;
}

export function circumstancesOf({ clock }: World, { request, visit }: Asking): Circumstances {
  const now = clock.now();
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 400).toWellFormed();
  return {
    now,
    at: now.toISOString(),
    network: networkOf(visit.address),
    userAgent: userAgent.replace(/[\p{Cc}\p{Cf}]/gu, ""),
    requestId: visit.id,
  };
}

export function later({ now }: Circumstances, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString();
}

/**
 * Keeps what happened to an account, by whom and from where. Nothing in it names a person but their id, which means
 * nothing once they are gone.
 * @param actor id of a person, or "visitor" for nobody known
 */
export function recordEvent(
  tx: Writing,
  here: Circumstances,
  { actor, action, subject, ...rest }: { actor: string; action: string; subject: string; detail?: string },
): Promise<void> {
  const detail = JSON.stringify({ network: here.network, ...(rest.detail && { detail: rest.detail }) });
  return recordAudit(tx, { id: actor, requestId: here.requestId }, action, subject, detail);
}
