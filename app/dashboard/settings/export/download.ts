import { data, redirectDocument } from "react-router";
import { requireAdmin } from "#app/accounts/staff/change-others.ts";
import { openExport } from "#app/imports/export-subprocess.ts";
import { DomainError, PlainError } from "#app/platform/domain-error.ts";
import { dayOf } from "#app/text/moments.ts";
import { leadToConfirmFirst, requireScreen, type Staff, staffRequestOf } from "../../parts/require-screen.ts";
import { downloadBody, downloadHeaders } from "../../parts/stream-download.ts";
import type { Route } from "./+types/download.ts";

const screen = "/dashboard/settings/export";

/** The site as one file, for whoever has just shown who they are; `?people=yes` takes people along. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, screen);
  if (toConfirm) return toConfirm;
  const withPeople = new URL(args.request.url).searchParams.get("people") === "yes";
  const day = dayOf(staff.actionContext.now, staff.timeZone);
  const name = withPeople ? `site-with-people-${day}.json` : `site-${day}.json`;
  const headers = downloadHeaders(name, null);
  // Nobody would read what is begun, and nobody else could begin one.
  if (args.request.method === "HEAD") return new Response(null, { headers });
  const asked = { withPeople, gone: args.request.signal, isAllowed: () => isStillAdmin(staff) };
  try {
    const chunks = await openExport(staff, asked, staff.actionContext);
    return new Response(downloadBody(chunks), { headers });
  } catch (error) {
    if (error instanceof DomainError && error.code === "in-use")
      return redirectDocument(`${screen}?busy=yes`, 303);
    if (error instanceof PlainError) throw data(error.message, { status: 503 });
    throw error;
  }
}

/** A download goes on for hours, in which somebody may sign out or be banned. */
async function isStillAdmin(staff: Staff): Promise<boolean> {
  try {
    await requireAdmin(staff.accounts, staffRequestOf(staff));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
