import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { listAuditRows } from "#app/domain/audit/audit.ts";
import { type BrokenLink, findBrokenLinks } from "#app/domain/content/links/broken-links.ts";
import {
  listMyDrafts,
  listScheduled,
  type ScheduledChange,
} from "#app/domain/content/publishing/schedule.ts";
import { type EntryHint, hasEntries, presentHint } from "#app/domain/content/staff-list/find-entries.ts";
import { leadPath } from "#app/domain/leads/lead-kinds.ts";
import {
  countLeadDays,
  countUnanswered,
  listUnanswered,
  type Unanswered,
} from "#app/domain/leads/reports/unanswered.ts";
import { readMailHealth } from "#app/domain/mail/outbox/status.ts";
import { readMostRead, readSources, readVisitDays } from "#app/domain/visits/read-visits.ts";
import { daysUntil } from "#app/lib/text/days.ts";
import { dayOf, type TimeContext } from "#app/lib/text/moments.ts";
import { type DescribedAction, describeActions } from "#app/ops/resources/audit/describe-actions.ts";
import type { Database } from "#app/platform/database/database.ts";
import { formatSummary, mailPath } from "./format-summary.ts";
import { readFirstSteps } from "./read-first-steps.ts";
import { failedMails, readSystemStatus } from "./read-system-status.ts";

const maxTasks = 8;

/** Reads the start screen. */
export async function readHomeScreen(staff: Staff, shown: ShownSeries) {
  const { db, person, actionContext, timeZone } = staff;
  const isAdmin = person.role === "admin";
  const here = { timeZone, now: actionContext.now.toISOString() };
  const unanswered = await listUnanswered(db, maxTasks);
  const scheduled = await listScheduled(db, actionContext.now, maxTasks);
  const myDrafts = await listMyDrafts(db, person.id, maxTasks);
  const broken = await findBrokenLinks(db);
  const mail = await readMailHealth(db, actionContext.now);
  const systemStatus = await readSystemStatus(staff, mail);
  const summary = formatSummary(
    {
      unanswered: await countUnanswered(db),
      waitingSince: unanswered[0]?.at ?? null,
      scheduled,
      failedMails: { count: mail.failed, path: isAdmin ? mailPath : null },
      brokenLinks: broken.length,
      hasOwnDrafts: myDrafts.length > 0,
      broken: systemStatus.filter(({ state, name }) => state === "broken" && name !== failedMails),
    },
    here,
  );
  return {
    summary,
    isFirstDay: !(await hasEntries(db)),
    firstSteps: isAdmin ? await readFirstSteps(db) : null,
    today: dayOf(here.now, timeZone),
    tasks: listTasks({ unanswered, scheduled, myDrafts, broken }, maxTasks),
    scheduled: scheduled
      .filter(({ isOverdue }) => !isOverdue)
      .map(({ kind, ...one }) => ({ ...one, ...describe(kind) })),
    chart: await readChart(db, shown, here),
    systemStatus,
    latest: await readLatest(db, isAdmin),
  };
}

export type Home = Awaited<ReturnType<typeof readHomeScreen>>;

function describe({ label }: EntryHint["kind"]) {
  return { kind: label.one };
}

const auditRowLimit = 200;
const maxActions = 8;

/** Actions that change access. Sign-ins and sign-outs are left out. */
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

/** Latest actions, at most one for each person and subject. */
async function readLatest(db: Database, isAdmin: boolean): Promise<DescribedAction[]> {
  const { rows } = await listAuditRows(db, { limit: auditRowLimit });
  const relevant = rows.filter(
    ({ action }) => action.includes(".") || (isAdmin && forAdmins.includes(action)),
  );
  const latestByKey = new Map(
    relevant.toReversed().map((row) => [`${row.actor} ${row.subject || row.action}`, row] as const),
  );
  const latest = [...latestByKey.values()]
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, maxActions);
  return describeActions(db, latest, isAdmin ? "admin" : "editor");
}

/** Open task of the current user. */
export interface Task {
  id: string;
  title: string;
  detail: string;
  /** Start of the wait; null when unknown. */
  at: string | null;
  path: string;
  isOverdue?: boolean;
}

interface Waiting {
  unanswered: readonly Unanswered[];
  scheduled: readonly ScheduledChange[];
  myDrafts: Awaited<ReturnType<typeof listMyDrafts>>;
  broken: readonly BrokenLink[];
}

/** Open tasks by urgency: overdue changes, unanswered messages, broken links, own drafts. */
export function listTasks({ unanswered, scheduled, myDrafts, broken }: Waiting, limit: number): Task[] {
  const overdue = scheduled
    .filter(({ isOverdue }) => isOverdue)
    .map(({ id, title, kind, action, at, path }) => ({
      id: `${action}-${id}`,
      title,
      at,
      path,
      isOverdue: true,
      detail: `${kind.label.one}, ${action === "publish" ? "publishing" : "archiving"} is overdue`,
    }));
  const own = myDrafts.map(({ id, title, kind, state, updatedAt, path }) => ({
    id,
    title,
    path,
    at: updatedAt,
    detail: state === "draft" ? `${kind.label.one}, your draft` : `${kind.label.one}, unpublished changes`,
  }));
  const leads = unanswered.map(describeLead);
  const rest = [...describeBroken(broken), ...own];
  // Reserves up to three places for these, however many messages wait.
  const room = limit - Math.min(rest.length, 3);
  return [...[...overdue, ...leads].slice(0, room), ...rest].slice(0, limit);
}

/** One task per entry, with its first broken link. */
function describeBroken(broken: readonly BrokenLink[]): Task[] {
  const first = new Map(broken.toReversed().map((link) => [link.id, link]));
  return [...first.values()].toReversed().flatMap(({ id, title, kind, path: deadPath }) => {
    const hint = presentHint({ id, title, kind: kind.name });
    const detail = `${kind.label.one}, broken link to ${deadPath}`;
    return hint ? [{ id: `broken-${id}`, title, detail, at: null, path: hint.path }] : [];
  });
}

function describeLead(lead: Unanswered): Task {
  const { id, kind, name, company, about, reference, at } = lead;
  const what = kind === "message" ? "Message" : "Call";
  const who = [name, company].filter(Boolean).join(", ") || "Somebody";
  return {
    id,
    at,
    path: leadPath(lead),
    title: about || (kind === "call" ? `Call ${who}` : who),
    detail: `${who}, ${what.toLowerCase()} ${reference}`,
  };
}

type ShownSeries = "messages" | "visits";

/** Messages and visits per day of the last thirty days. */
async function readChart(db: Database, shown: ShownSeries, { timeZone, now }: TimeContext) {
  const days = daysUntil(dayOf(now, timeZone), 30);
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "" };
  const visits = new Map((await readVisitDays(db, range)).map((count) => [count.day, count]));
  const leads = await countLeadDays(db, days, timeZone);
  const isVisits = shown === "visits";
  return {
    shown,
    days: leads.map((count) => ({
      ...count,
      visits: visits.get(count.day)?.visits ?? 0,
      views: visits.get(count.day)?.views ?? 0,
    })),
    pages: isVisits ? await readMostRead(db, range, 6) : [],
    sources: isVisits ? await readSources(db, range, 6) : [],
  };
}

export type Chart = Awaited<ReturnType<typeof readChart>>;
