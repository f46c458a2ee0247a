import { redirectDocument } from "react-router";
import type { Asking } from "#app/accounts/accounts.ts";
import { ownAddress } from "#app/pages/own-address.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Staff } from "./staff.ts";

/** Who asks, for the functions of accounts. */
export function askingOf({ request, visit }: Staff): Asking {
  return { request, visit };
}

/**
 * Does what asks for a fresh session; without one, leads to the page that makes it fresh, and back here afterwards.
 * @param next where to come back to; this screen unless it is given
 */
export async function confirmed<Outcome>(
  staff: Staff,
  work: (asking: Asking) => Promise<Outcome>,
  next = ownAddress(staff.request),
): Promise<Outcome | Response> {
  try {
    return await work(askingOf(staff));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "stale-session") throw error;
    return redirectDocument(`/myprofile/confirm?${new URLSearchParams({ next })}`, 303);
  }
}
