import { answerCsv } from "#app/lib/text/csv.ts";
import { orNotFound, redirectUnlessFresh, requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/csv.ts";
import { resourceAt } from "./load-resource.ts";

/** Sends a list as CSV; needs a recent sign-in. */
export async function loader(args: Route.LoaderArgs) {
  const { path, exportCsv } = resourceAt(args.request);
  const staff = await requireScreen(args);
  const url = new URL(args.request.url);
  const toConfirm = redirectUnlessFresh(staff, `/dashboard/${path}${url.search}`);
  if (toConfirm) return toConfirm;
  if (!exportCsv) throw new TypeError(`${path} is not exported`);
  const { name, csv } = await orNotFound(() => exportCsv(staff, url));
  return answerCsv(name, csv);
}
