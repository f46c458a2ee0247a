import { data, type RouterContextProvider, redirectDocument } from "react-router";
import { accountErrors } from "#app/accounts/account-errors.ts";
import type { AccountRequest, Person } from "#app/accounts/accounts.ts";
import type { Actor } from "#app/audit/audit.ts";
import { timeZoneOf } from "#app/company/company-time.ts";
import { readSettings } from "#app/company/settings.ts";
import { signedOf } from "#app/pages/guard.ts";
import { confirmPath } from "#app/pages/page-addresses.ts";
import { type PageContext, pageContext } from "#app/pages/page-context.ts";
import { DomainError } from "#app/platform/domain-error.ts";

export interface ScreenArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Who works at a screen, and with what. */
export interface Staff extends PageContext {
  person: Person;
  /** They proved within the last 15 minutes who they are. */
  isFresh: boolean;
  /** For functions that write: who does it, and when. */
  actionContext: { actor: Actor; now: Date };
  /** The company's time zone, such as "Asia/Dhaka"; days and clock times are shown and taken in it. */
  timeZone: string;
  request: Request;
}

/** Who works at a screen, as the route let them in. */
export async function requireScreen({ context, request }: ScreenArgs): Promise<Staff> {
  const { person, isFresh } = signedOf(context);
  const page = context.get(pageContext);
  page.requestContext.noStore();
  const { company } = await readSettings(page.db);
  const actionContext = {
    actor: { id: person.id, requestId: page.requestContext.id },
    now: page.clock.now(),
  };
  return { ...page, person, isFresh, actionContext, timeZone: timeZoneOf({ company }), request };
}

/** What a loader reads; where there is none, the frame's own page for that. */
export async function orNotFound<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code === "missing") throw data(null, { status: 404 });
    throw error;
  }
}

/** What a screen is about, or the page that says that it is not there. */
export async function entryOrNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.code === "missing")
      throw data(error.message, { status: 404, headers: { "cache-control": "no-store" } });
    throw error;
  }
}

/** Who asks, for the functions of accounts. */
export function staffRequestOf({ request, requestContext }: Staff): AccountRequest {
  return { request, requestContext };
}

/** Throws the refusal that `handleAction` answers by asking for the password, unless they have just shown who they are. */
export function requireFreshStaff({ isFresh }: Staff): void {
  if (!isFresh) throw accountErrors.stale();
}

/**
 * Before a file leaves that names many people: null for somebody who has just shown who they are, or the way to the page
 * that asks them. Where scripts run, `FreshLink` has asked before the file is fetched.
 * @param next where to come back to: a screen, since a file would leave the page that asks standing
 */
export function leadToConfirmFirst({ isFresh }: Staff, next: string): Response | null {
  return isFresh ? null : redirectDocument(confirmPath(next), 303);
}
