import { data } from "react-router";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { chooseDays, listVisits } from "#app/domain/visits/read-visits.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { answerCsv, writeCsv } from "#app/lib/text/csv.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { write } from "#app/platform/database/database.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/visits-csv.ts";

/** CSV of visits per day and page, for the last thirty days or the requested range. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actionContext, timeZone } = await requireScreen(args);
  const searchParams = new URL(args.request.url).searchParams;
  const days = readDays({
    from: searchParams.get("from") ?? undefined,
    to: searchParams.get("to") ?? undefined,
  });
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
