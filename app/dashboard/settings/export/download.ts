import { data, redirectDocument } from "react-router";
import { requireAdmin } from "#app/domain/accounts/staff/change-others.ts";
import { DomainError, PlainError } from "#app/lib/errors/domain-error.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { openExport } from "#app/ops/transfer/jobs/export-subprocess.ts";
import {
  redirectUnlessFresh,
  requireScreen,
  type Staff,
  staffRequestOf,
} from "../../parts/require-screen.ts";
import { downloadBody, downloadHeaders } from "../../parts/stream-download.ts";
import type { Route } from "./+types/download.ts";

const screen = "/dashboard/settings/export";

/** Sends the site as one file; needs a recent sign-in. `?people=yes` includes personal data. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = redirectUnlessFresh(staff, screen);
  if (toConfirm) return toConfirm;
  const withPeople = new URL(args.request.url).searchParams.get("people") === "yes";
  const day = dayOf(staff.actionContext.now, staff.timeZone);
  const name = withPeople ? `site-with-people-${day}.json` : `site-${day}.json`;
  const headers = downloadHeaders(name, null);
  // A HEAD answer never reads the body, and the unfinished export would block others.
  if (args.request.method === "HEAD") return new Response(null, { headers });
  const options = { withPeople, gone: args.request.signal, isAllowed: () => isStillAdmin(staff) };
  try {
    const chunks = await openExport(staff, options, staff.actionContext);
    return new Response(downloadBody(chunks), { headers });
  } catch (error) {
    if (error instanceof DomainError && error.code === "in-use")
      return redirectDocument(`${screen}?busy=yes`, 303);
    if (error instanceof PlainError) throw data(error.message, { status: 503 });
    throw error;
  }
}

/** A download can take hours, during which the admin may sign out or be banned. */
async function isStillAdmin(staff: Staff): Promise<boolean> {
  try {
    await requireAdmin(staff.accounts, staffRequestOf(staff));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
