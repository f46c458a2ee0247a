import { answerCsv } from "#app/text/csv.ts";
import { leadToConfirmFirst, orNotFound, requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/csv.ts";
import { resourceAt } from "./load-resource.ts";

/** A list as a file, for whoever has just shown who they are. */
export async function loader(args: Route.LoaderArgs) {
  const { path, exportCsv } = resourceAt(args.request);
  const staff = await requireScreen(args);
  const url = new URL(args.request.url);
  const toConfirm = leadToConfirmFirst(staff, `/dashboard/${path}${url.search}`);
  if (toConfirm) return toConfirm;
  if (!exportCsv) throw new TypeError(`${path} is not exported`);
  const { name, csv } = await orNotFound(() => exportCsv(staff, url));
  return answerCsv(name, csv);
}
