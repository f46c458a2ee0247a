import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { findChoices } from "#app/domain/content/staff-list/find-entries.ts";
import type { Route } from "./+types/find-route.ts";

/**
 * Finds entries by words of their titles: `q` is the query, `kind` limits it, `page` selects entries with a
 * page.
 */
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
