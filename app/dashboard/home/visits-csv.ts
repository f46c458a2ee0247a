import { data } from "react-router";
import { recordAudit } from "#app/audit/audit.ts";
import { write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { answerCsv, writeCsv } from "#app/text/csv.ts";
import { dayOf } from "#app/text/moments.ts";
import { chooseDays, listVisits } from "#app/visits/read-visits.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/visits-csv.ts";

/** The sums of the last thirty days, or of the days asked for. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actionContext, timeZone } = await requireScreen(args);
  const asked = new URL(args.request.url).searchParams;
  const days = readDays({ from: asked.get("from") ?? undefined, to: asked.get("to") ?? undefined });
  const rows = await listVisits(db, days);
  const lines = rows.map(({ day, path, views, visits }) => [day, path, views, visits]);
  await write(db, (tx) => recordAudit(tx, actionContext.actor, "visits.export", "", `${rows.length} rows`));
  return answerCsv(
    `visits-${days.from}-${days.to}`,
    writeCsv(["Day", "Page", "Page views", "Visits"], lines),
  );

  function readDays(wanted: { from: string | undefined; to: string | undefined }) {
    try {
      return chooseDays(wanted, dayOf(actionContext.now, timeZone));
    } catch (error) {
      if (error instanceof DomainError) throw data(error.message, { status: 400 });
      throw error;
    }
  }
}
