import { Readable } from "node:stream";
import { data, redirectDocument } from "react-router";
import { openExport } from "#app/imports/export-apart.ts";
import { DomainError, PlainError } from "#app/platform/domain-error.ts";
import { leadToConfirmFirst, requireScreen } from "../../parts/require-screen.ts";
import type { Route } from "./+types/download.ts";

const screen = "/dashboard/settings/export";

/** The site as one file, for whoever has just shown who they are; `?people=yes` takes people along. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, screen);
  if (toConfirm) return toConfirm;
  const withPeople = new URL(args.request.url).searchParams.get("people") === "yes";
  const day = staff.actionContext.now.toISOString().slice(0, 10);
  const name = withPeople ? `site-with-people-${day}.json` : `site-${day}.json`;
  try {
    const chunks = await openExport(staff, { withPeople }, staff.actionContext);
    // Node's types of the same stream know more methods.
    const body = Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array<ArrayBuffer>>;
    return new Response(body, {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === "in-use")
      return redirectDocument(`${screen}?busy=yes`, 303);
    if (error instanceof PlainError) throw data(error.message, { status: 503 });
    throw error;
  }
}
