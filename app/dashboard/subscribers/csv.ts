import { recordAudit } from "#app/audit/audit.ts";
import { write } from "#app/database/database.ts";
import { exportSubscribers } from "#app/leads/subscribers/export.ts";
import { answerCsv } from "#app/text/csv.ts";
import { leadToConfirmFirst } from "../parts/fresh.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/csv.ts";
import { readSubscriberFilter } from "./read-subscribers.ts";

/** The subscribers of a list as CSV; who took them along is on record. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, `/dashboard/call${new URL(args.request.url).search}`);
  if (toConfirm) return toConfirm;
  const { db, actionContext } = staff;
  const filter = readSubscriberFilter(new URL(args.request.url));
  const { csv, count } = await exportSubscribers(db, filter);
  const about = [`${count} subscribers`, filter.status, filter.q].filter(Boolean).join(", ");
  await write(db, (tx) => recordAudit(tx, actionContext.actor, "subscribers.export", "", about));
  return answerCsv(`subscribers-${actionContext.now.toISOString().slice(0, 10)}`, csv);
}
