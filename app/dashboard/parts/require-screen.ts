import { data, type RouterContextProvider, redirectDocument } from "react-router";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import type { AccountRequest, Person } from "#app/domain/accounts/accounts.ts";
import type { Actor } from "#app/domain/audit/audit.ts";
import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { signedOf } from "#app/domain/routing/guard.ts";
import { confirmPath } from "#app/domain/routing/page-addresses.ts";
import { type PageContext, pageContext } from "#app/domain/routing/page-context.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";

export interface ScreenArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Signed-in user of a screen, with the services of the request. */
export interface Staff extends PageContext {
  person: Person;
  /** True for 15 minutes after a sign-in or a password confirmation. */
  isFresh: boolean;
  /** Actor and time, for functions that write. */
  actionContext: { actor: Actor; now: Date };
  /** Company's time zone, such as "Asia/Dhaka", for displayed and typed times. */
  timeZone: string;
  request: Request;
}

/** Returns the user whom the route's guard has admitted. */
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

/** Reads data for a loader; a missing record becomes the layout's 404 page. */
export async function orNotFound<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && error.code === "missing") throw data(null, { status: 404 });
    throw error;
  }
}

/** Reads the subject of a screen; a missing one becomes a 404 page with the error's message. */
export async function entryOrNotFound<Found>(reading: Promise<Found>): Promise<Found> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.code === "missing")
      throw data(error.message, { status: 404, headers: { "cache-control": "no-store" } });
    throw error;
  }
}

/** Request context for account functions. */
export function staffRequestOf({ request, requestContext }: Staff): AccountRequest {
  return { request, requestContext };
}

/** Throws an error that `handleAction` turns into a password prompt, unless the sign-in is recent. */
export function requireFreshStaff({ isFresh }: Staff): void {
  if (!isFresh) throw accountErrors.stale();
}

/**
 * Guards downloads of personal data: returns null after a recent sign-in, otherwise a redirect to the
 * password prompt. With scripts, `FreshLink` prompts before the download.
 * @param next screen to return to; after a download, the prompt would stay open
 */
export function redirectUnlessFresh({ isFresh }: Staff, next: string): Response | null {
  return isFresh ? null : redirectDocument(confirmPath(next), 303);
}
