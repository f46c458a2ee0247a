import { answerCsv, type CsvRow, streamCsv } from "#app/lib/text/csv.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { findReported, readReport } from "#app/ops/transfer/jobs/import-report.ts";
import type { Database } from "#app/platform/database/database.ts";
import { requireScreen } from "../../parts/require-screen.ts";
import type { Route } from "./+types/report-csv.ts";

/** Sends the whole report of the newest import that has one, as CSV. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { db, timeZone } = await requireScreen(args);
  const reported = await findReported(db);
  if (!reported) return new Response("No report of an import is kept.", { status: 404 });
  return answerCsv(
    `import-report-${dayOf(reported.created_at, timeZone)}`,
    streamCsv(["Line", "Part", "Where", "What", "Why"], readBatches(db, reported.id)),
  );
}

const batchSize = 500;

async function* readBatches(db: Database, id: string): AsyncGenerator<CsvRow[]> {
  for (let after = 0; ; ) {
    const lines = await readReport(db, id, { after, limit: batchSize });
    yield lines.map(({ number, part, place, what, reason }) => [number, part, place, what, reason]);
    const last = lines.at(-1);
    if (!last || lines.length < batchSize) return;
    after = last.number;
  }
}
