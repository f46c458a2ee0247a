import { listAuditRows } from "#app/audit/list-audit-rows.ts";
import { findBrokenLinks } from "#app/content/links/broken-links.ts";
import { listMyDrafts, listScheduled } from "#app/content/publishing/scheduled.ts";
import type { EntryHint } from "#app/content/staff-list/entry-hint.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import type { Database } from "#app/database/database.ts";
import { countUnanswered, listUnanswered } from "#app/leads/reports/unanswered.ts";
import { readMailHealth } from "#app/mail/outbox/status.ts";
import { type DescribedAction, describeActions } from "#app/resources/audit/describe-actions.ts";
import { dayOf } from "#app/text/moments.ts";
import { saySummary } from "./format-summary.ts";
import { readChart, type ShownSeries } from "./read-chart.ts";
import { readSystemStatus } from "./read-system-status.ts";
import { listTasks } from "./tasks.ts";

const mostLines = 8;

/** Everything on the dashboard's first screen. */
export async function readHomeScreen(staff: Staff, shown: ShownSeries) {
  const { db, person, actionContext, timeZone } = staff;
  const isAdmin = person.role === "admin";
  const here = { timeZone, now: actionContext.now.toISOString() };
  const unanswered = await listUnanswered(db, mostLines);
  const coming = await listScheduled(db, actionContext.now, mostLines);
  const unfinished = await listMyDrafts(db, person.id, mostLines);
  const broken = await findBrokenLinks(db);
  const mail = await readMailHealth(db, actionContext.now);
  const summary = saySummary(
    {
      unanswered: await countUnanswered(db),
      waitingSince: unanswered[0]?.at ?? null,
      coming,
      deadMails: isAdmin ? mail.dead : null,
      brokenLinks: broken.length,
    },
    here,
  );
  return {
    summary,
    isFirstDay: await isFirstDay(db),
    today: dayOf(here.now, timeZone),
    tasks: listTasks({ unanswered, coming, unfinished, broken }, mostLines),
    coming: coming
      .filter(({ isOverdue }) => !isOverdue)
      .map(({ kind, ...one }) => ({ ...one, ...describe(kind) })),
    chart: await readChart(db, shown, here),
    machineRoom: await readSystemStatus(staff, mail),
    latest: await readLatest(db, isAdmin),
  };
}

export type Home = Awaited<ReturnType<typeof readHomeScreen>>;

function describe({ label }: EntryHint["kind"]) {
  return { kind: label.one };
}

/** Nothing was ever written here, samples included. */
async function isFirstDay(db: Database): Promise<boolean> {
  return !(await db.query.selectFrom("entries").select("id").limit(1).executeTakeFirst());
}

const lookedAt = 200;
const shown = 8;

/** Actions on accounts that change who may do what; coming and going is no news. */
const forAdmins = [
  "first-admin",
  "role-changed",
  "banned",
  "unbanned",
  "invited",
  "invitation-accepted",
  "invitation-revoked",
  "account-created",
  "account-erased",
];

/** What was done last; of what one person did to one thing only the last. */
async function readLatest(db: Database, isAdmin: boolean): Promise<DescribedAction[]> {
  const { rows } = await listAuditRows(db, { limit: lookedAt });
  const meant = rows.filter(({ action }) => action.includes(".") || (isAdmin && forAdmins.includes(action)));
  const once = new Map(
    meant.toReversed().map((row) => [`${row.actor} ${row.subject || row.action}`, row] as const),
  );
  const latest = [...once.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, shown);
  return describeActions(db, latest, isAdmin ? "admin" : "editor");
}
