import { findChoices } from "#app/content/staff-list/find-entries.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import type { Route } from "./+types/find-route.ts";

/** Entries whose titles hold the words `q`, of one `kind` or of all; with `page`, those that have a page of their own. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const { searchParams } = new URL(args.request.url);
  const kindName = searchParams.get("kind");
  const found = await findChoices(db, searchParams.get("q") ?? "", {
    kindName,
    hasPage: searchParams.has("page"),
  });
  return Response.json(found, { headers: { "cache-control": "no-store" } });
}
