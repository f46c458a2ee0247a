import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { listViews } from "#app/accounts/staff/saved-views.ts";
import { countFolders, listValues, readResponseTime } from "#app/leads/inbox/count-inbox.ts";
import { readFilter, writeFilter } from "#app/leads/inbox/filter.ts";
import { type InboxRow, readInbox } from "#app/leads/inbox/read-inbox.ts";
import { listSiblings, readNotices, readTimeline } from "#app/leads/inbox/timeline.ts";
import { findLead, type Lead } from "#app/leads/lead.ts";
import { type LeadKind, pluralOf } from "#app/leads/lead-kinds.ts";
import { type LeadSettings, readLeadSettings } from "#app/leads/lead-settings.ts";
import { erasedOn } from "#app/leads/retention.ts";
import { explainReasons } from "#app/leads/spam.ts";
import { minutesThatCount } from "#app/leads/workflow/answer-time.ts";
import { listStaff } from "#app/leads/workflow/staff.ts";
import { listReplyTemplates } from "#app/leads/workflow/templates.ts";
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
    figures: await readResponseTime(db, kind, actionContext.now),
    snooze: listSnoozeChoices(actionContext.now, timeZone),
  };
}

export type LeadListPage = Awaited<ReturnType<typeof readLeadList>>;
export type ListedLead = LeadListPage["rows"][number];

/** Nobody has answered within the hours the company gave itself. */
function isLate(
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
function listSnoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
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

/** Everything the screen of one message or call shows; 404 when it is not there. */
export async function readOne(staff: Staff, kind: LeadKind, id: string) {
  const { db, timeZone, actionContext, person } = staff;
  const lead = await findLead(db, kind, id);
  if (!lead) throw data(null, { status: 404 });
  const settings = await readLeadSettings(db);
  const record = await readTimeline(db, lead);
  const waited = minutesThatCount(
    new Date(lead.created_at),
    actionContext.now,
    settings.answer.hours,
    timeZone,
  );
  const goes = erasedOn(lead, settings.retention);
  return {
    ...presentLead(lead),
    record,
    notices: await readNotices(db, lead.id),
    siblings: await listSiblings(db, lead),
    staff: (await listStaff(db)).map(({ id, name }) => ({ id, name })),
    templates: (await listReplyTemplates(db)).map(({ id, title, body }) => ({ id, title, body })),
    snooze: listSnoozeChoices(actionContext.now, timeZone),
    me: { id: person.id, name: person.name },
    waited,
    isLate: isLate(
      { status: lead.status, answeredAt: lead.answered_at, createdAt: lead.created_at },
      settings,
      actionContext.now,
      timeZone,
    ),
    goesOn: goes?.toISOString() ?? null,
    /** Id of the newest answer, so that nobody answers over another's unseen. */
    seen: record.findLast(({ type }) => type === "reply")?.id ?? "",
    /** Names one sending of the reply form. */
    key: randomUUID(),
  };
}

export type LeadPage = Awaited<ReturnType<typeof readOne>>;

function presentLead(lead: Lead) {
  const { kind, id, reference, name, email, phone, status } = lead;
  return {
    kind,
    id,
    reference,
    name,
    email,
    phone,
    status,
    company: lead.company,
    service: lead.service,
    bestTime: lead.best_time,
    tries: lead.tries,
    assigneeId: lead.assignee_id,
    createdAt: lead.created_at,
    snoozedUntil: lead.snoozed_until,
    answeredAt: lead.answered_at,
    answerMinutes: lead.answer_minutes,
    mergedInto: lead.merged_into,
    sourcePath: lead.source_path,
    referrer: lead.referrer,
    consent: lead.consent_text,
    network: lead.network,
    spam: explainReasons(lead.spam_reasons),
  };
}
