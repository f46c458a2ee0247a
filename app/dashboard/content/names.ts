import { data } from "react-router";
import { readNamesOf } from "#app/domain/content/links/links.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/names.ts";

/** Sends names of entries, pictures and categories by id. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const ids = args.url.searchParams.getAll("id").slice(0, 200);
  return data(await readNamesOf(db, ids), { headers: { "cache-control": "no-store" } });
}
