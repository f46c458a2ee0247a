import { listViews } from "#app/accounts/staff/saved-views.ts";
import { countFolders, listValues, readAnswerFigures } from "#app/leads/inbox/count-inbox.ts";
import { readFilter, writeFilter } from "#app/leads/inbox/filter.ts";
import { type InboxRow, readInbox } from "#app/leads/inbox/read-inbox.ts";
import { type LeadKind, pluralOf } from "#app/leads/lead-kinds.ts";
import type { LeadSettings } from "#app/leads/settings/lead-settings.ts";
import { readLeadSettings } from "#app/leads/settings/store-lead-settings.ts";
import { minutesThatCount } from "#app/leads/workflow/answer-time.ts";
import { listStaff } from "#app/leads/workflow/staff.ts";
import { dayOf, momentOf } from "#app/text/moments.ts";
import type { Staff } from "../parts/require-screen.ts";

const pageSize = 50;

/** Everything a list of messages or calls shows. */
export async function readLeadList(staff: Staff, kind: LeadKind) {
  const { db, timeZone, person, actionContext, request } = staff;
  const params = new URL(request.url).searchParams;
  const filter = readFilter(params);
  const page = {
    limit: pageSize,
    after: params.get("after") ?? undefined,
    before: params.get("before") ?? undefined,
  };
  const { rows, next, previous } = await readInbox(db, kind, filter, page, { timeZone, personId: person.id });
  const settings = await readLeadSettings(db);
  const query = writeFilter(filter);
  const onPage = [
    query,
    ...["after", "before"].flatMap((name) => (params.get(name) ? [`${name}=${params.get(name)}`] : [])),
  ];
  return {
    kind,
    filter,
    query,
    pageQuery: onPage.filter(Boolean).join("&"),
    next,
    previous,
    me: person.id,
    rows: rows.map((row) => ({ ...row, isLate: isLate(row, settings, actionContext.now, timeZone) })),
    counts: await countFolders(db, kind),
    staff: (await listStaff(db)).map(({ id, name }) => ({ id, name })),
    services: kind === "message" ? await listValues(db, kind, "service") : [],
    sources: await listValues(db, kind, "source_path"),
    views: await listViews(db, person.id, pluralOf[kind]),
    figures: await readAnswerFigures(db, kind, actionContext.now),
    snooze: listSnoozeChoices(actionContext.now, timeZone),
  };
}

export type LeadListPage = Awaited<ReturnType<typeof readLeadList>>;
export type ListedLead = LeadListPage["rows"][number];

/** Nobody has answered within the hours the company gave itself. */
export function isLate(
  row: Pick<InboxRow, "status" | "answeredAt" | "createdAt">,
  { answer }: LeadSettings,
  now: Date,
  timeZone: string,
): boolean {
  if (answer.withinHours === null || row.answeredAt !== null) return false;
  if (row.status !== "new" && row.status !== "open") return false;
  const waited = minutesThatCount(new Date(row.createdAt), now, answer.hours, timeZone);
  return waited > answer.withinHours * 60;
}

export interface SnoozeChoice {
  name: string;
  /** ISO 8601. */
  until: string;
}

const morning = "09:00";

/** When something put off usually comes back: mornings of the company's place. */
export function listSnoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
  const today = dayOf(now, timeZone);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const inDays = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const choices = [
    { name: "Tomorrow morning", day: inDays(1) },
    { name: "Monday morning", day: inDays(8 - weekday) },
    { name: "In two weeks", day: inDays(14) },
    { name: "In a month", day: inDays(30) },
  ];
  return choices.map(({ name, day }) => ({
    name,
    until: momentOf(`${day}T${morning}`, timeZone) ?? now.toISOString(),
  }));
}
