import { redirectDocument } from "react-router";
import type { AccountRequest } from "#app/accounts/accounts.ts";
import { refusals } from "#app/accounts/refusals.ts";
import { confirmPath } from "#app/pages/own-address.ts";
import type { Staff } from "./require-screen.ts";

/** Who asks, for the functions of accounts. */
export function staffRequestOf({ request, requestContext }: Staff): AccountRequest {
  return { request, requestContext };
}

/** Throws the refusal that `act` answers by asking for the password, unless they have just shown who they are. */
export function requireFreshStaff({ isFresh }: Staff): void {
  if (!isFresh) throw refusals.stale();
}

/**
 * Before a file leaves that names many people: null for somebody who has just shown who they are, or the way to the page
 * that asks them. Where scripts run, `FreshLink` has asked before the file is fetched.
 * @param next where to come back to: a screen, since a file would leave the page that asks standing
 */
export function leadToConfirmFirst({ isFresh }: Staff, next: string): Response | null {
  return isFresh ? null : redirectDocument(confirmPath(next), 303);
}
