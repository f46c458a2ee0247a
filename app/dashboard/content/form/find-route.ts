import { findChoices } from "#app/content/staff-list/find-entries.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import type { Route } from "./+types/find-route.ts";

/** Entries whose titles hold the words `q`, of one `kind` or of all. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const { searchParams } = new URL(args.request.url);
  const kindName = searchParams.get("kind");
  const found = await findChoices(db, searchParams.get("q") ?? "", kindName ? { kindName } : {});
  return Response.json(found, { headers: { "cache-control": "no-store" } });
}
