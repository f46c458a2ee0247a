import { recordAudit } from "#app/audit/audit.ts";
import { type AuditRow, listAuditRows } from "#app/audit/list-audit-rows.ts";
import { write } from "#app/database/database.ts";
import { answerCsv, writeCsv } from "#app/text/csv.ts";
import { leadToConfirmFirst } from "../parts/fresh.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/csv.ts";
import { describeActions } from "./describe-actions.ts";
import { readAuditFilter } from "./read-audit.ts";

/** More are for a backup; filters make smaller parts. */
const mostRows = 20_000;

/** The record as CSV, the latest first; who took it along is on record. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, `/dashboard/audit${new URL(args.request.url).search}`);
  if (toConfirm) return toConfirm;
  const { db, actionContext, timeZone } = staff;
  const { filter, isUnknown } = await readAuditFilter(db, new URL(args.request.url), timeZone);
  const rows: string[][] = [];
  let after: string | undefined;
  while (!isUnknown && rows.length < mostRows) {
    const page = await listAuditRows(db, { ...filter, limit: 100, after });
    rows.push(...(await describe(db, page.rows)));
    if (page.next === null) break;
    after = page.next;
  }
  await write(db, (tx) => recordAudit(tx, actionContext.actor, "audit.export", "", `${rows.length} rows`));
  return answerCsv(`audit-${actionContext.now.toISOString().slice(0, 10)}`, writeCsv(head, rows));
}

const head = ["Time (UTC)", "Person", "Activity", "Action", "Subject ID", "Detail", "Network", "Request ID"];

async function describe(db: Parameters<typeof describeActions>[0], rows: AuditRow[]): Promise<string[][]> {
  const described = await describeActions(db, rows, "admin");
  return described.map(({ at, actor, before, subject, after, action, network, requestId }, n) => [
    at,
    actor.name,
    [before, subject?.name ?? "", after].join(" ").replace(/ {2,}/g, " ").trim(),
    action,
    rows[n]?.subject ?? "",
    rows[n]?.detail ?? "",
    network,
    requestId,
  ]);
}
