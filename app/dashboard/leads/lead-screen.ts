import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { listViews, removeView, saveView } from "#app/domain/accounts/staff/saved-views.ts";
import { countFolders, listValues, readResponseTime } from "#app/domain/leads/inbox/count-inbox.ts";
import { readFilter, writeFilter } from "#app/domain/leads/inbox/filter.ts";
import { type InboxRow, readInbox } from "#app/domain/leads/inbox/read-inbox.ts";
import { listSiblings, readNotices, readTimeline } from "#app/domain/leads/inbox/timeline.ts";
import { findLead, findMerged, type Lead } from "#app/domain/leads/lead.ts";
import { type LeadKind, pluralOf, statuses } from "#app/domain/leads/lead-kinds.ts";
import { type LeadSettings, readLeadSettings } from "#app/domain/leads/lead-settings.ts";
import { erasureDateOf } from "#app/domain/leads/retention.ts";
import { formatSpamReasons } from "#app/domain/leads/spam.ts";
import { countBusinessMinutes } from "#app/domain/leads/workflow/answer-time.ts";
import { recordAnswer, recordCall, sendReply, undoCallAttempt } from "#app/domain/leads/workflow/answers.ts";
import {
  assignIfUnassigned,
  changeLeads,
  mergeLeads,
  restoreLeads,
  serializeSnapshots,
  unmergeLeads,
} from "#app/domain/leads/workflow/change-leads.ts";
import { addNote, changeNote, removeNote, restoreNote } from "#app/domain/leads/workflow/notes.ts";
import { listStaff } from "#app/domain/leads/workflow/staff.ts";
import { listReplyTemplates } from "#app/domain/leads/workflow/templates.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { dayOf, momentOf } from "#app/lib/text/moments.ts";
import { notSent } from "#app/ops/resources/mail/labels.ts";
import { write } from "#app/platform/database/database.ts";
import type { ActionOk } from "../parts/action-result.ts";
import { type FormInput, redirectWithFlash } from "../parts/handle-action.ts";
import type { Staff } from "../parts/require-screen.ts";
import { formatLeadCount, leadLists } from "./labels.ts";

const pageSize = 50;

/** Reads a list of messages or calls. */
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

/** Whether a lead has waited longer than the company's response time. */
function isLate(
  row: Pick<InboxRow, "status" | "answeredAt" | "createdAt">,
  { answer }: LeadSettings,
  now: Date,
  timeZone: string,
): boolean {
  if (answer.withinHours === null || row.answeredAt !== null) return false;
  if (row.status !== "new" && row.status !== "open") return false;
  const waited = countBusinessMinutes(new Date(row.createdAt), now, answer.hours, timeZone);
  return waited > answer.withinHours * 60;
}

export interface SnoozeChoice {
  name: string;
  /** ISO 8601. */
  until: string;
}

const morning = "09:00";

/** Suggested times to snooze until: mornings in the company's time zone. */
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

/** Reads the screen of one message or call; 404 when it does not exist. */
export async function readOne(staff: Staff, kind: LeadKind, id: string) {
  const { db, timeZone, actionContext, person } = staff;
  const lead = await findLead(db, kind, id);
  if (!lead) throw data(null, { status: 404 });
  const settings = await readLeadSettings(db);
  const record = await readTimeline(db, lead);
  const waited = countBusinessMinutes(
    new Date(lead.created_at),
    actionContext.now,
    settings.answer.hours,
    timeZone,
  );
  const goes = erasureDateOf(lead, settings.retention);
  return {
    ...presentLead(lead),
    facts: collectFacts([lead, ...(await findMerged(db, [lead.id]))]),
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
    deletesAt: goes?.toISOString() ?? null,
    /** Id of the newest reply; a save after another reply is refused. */
    seen: record.findLast(({ type }) => type === "reply")?.id ?? "",
    /** Idempotency key of the reply form. */
    key: randomUUID(),
  };
}

/** Contact details of a lead and the leads merged into it, without duplicates. */
function collectFacts(leads: readonly Lead[]) {
  const valuesOf = (
    name: "company" | "service" | "best_time" | "source_path" | "referrer" | "consent_text",
  ) => distinct(leads.map((one) => one[name]));
  return {
    emails: [...new Map(leads.toReversed().map((one) => [one.email_key, one.email])).values()]
      .filter((email) => email !== "")
      .toReversed(),
    phones: distinct(leads.map(({ phone }) => phone)),
    companies: valuesOf("company"),
    services: valuesOf("service"),
    bestTimes: valuesOf("best_time"),
    pages: valuesOf("source_path"),
    referrers: valuesOf("referrer"),
    consents: valuesOf("consent_text"),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "");
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
    tries: lead.tries,
    assigneeId: lead.assignee_id,
    createdAt: lead.created_at,
    snoozedUntil: lead.snoozed_until,
    answeredAt: lead.answered_at,
    answerMinutes: lead.answer_minutes,
    mergedInto: lead.merged_into,
    network: lead.network,
    spam: formatSpamReasons(lead.spam_reasons),
  };
}

type LeadAction = (
  sent: FormInput,
  staff: Staff,
) => Promise<(ActionOk & { sent?: true; noted?: true }) | Response>;

/** Actions of the screen of one message or call. */
export function leadActions(kind: LeadKind, id: string): Record<string, LeadAction> {
  const lead = { kind, id };
  const action = `${leadLists[kind].path}/${id}`;
  const list = leadListActions(kind);
  return {
    ...list,
    async "status-spam"(sent, staff) {
      return openNext(sent, staff, (await list["status-spam"]?.(sent, staff)) ?? { done: "" });
    },
    async status(sent, staff) {
      const done = (await list.status?.(sent, staff)) ?? { done: "" };
      return sent.text("status") === "spam" ? openNext(sent, staff, done) : done;
    },
    async reply(sent, { db, actionContext, mail, person }) {
      const input = {
        text: sent.text("text"),
        status: sent.text("status"),
        seen: sent.text("seen"),
        key: sent.text("key"),
      };
      await write(db, async (tx) => {
        await sendReply(tx, lead, input, actionContext, mail);
        await assignIfUnassigned(tx, lead, person.id, actionContext);
      });
      if (mail.isSending) return { done: "Reply sent", sent: true };
      const { status } = (await findLead(db, kind, id)) ?? {};
      const stays = `Not sent: no mail server is set. Kept in Mail; the status of the ${nounOf[kind]} was not changed.`;
      return { done: status === "closed" ? notSent : stays, sent: true };
    },
    async answered(_, { db, actionContext }) {
      await write(db, (tx) => recordAnswer(tx, lead, actionContext));
      return { done: "Marked as answered" };
    },
    async outcome(sent, { db, actionContext }) {
      const outcome = sent.text("outcome");
      const tries = await write(db, (tx) => recordCall(tx, id, { outcome }, actionContext));
      if (outcome === "done") return { done: "Call marked as done" };
      return {
        done: `No answer: ${tries} ${tries === 1 ? "try" : "tries"} so far`,
        undo: { intent: "forget-try", values: {}, action },
      };
    },
    async "forget-try"(_, { db, actionContext }) {
      await write(db, (tx) => undoCallAttempt(tx, id, actionContext));
      return { done: "Try removed" };
    },
    async note(sent, { db, actionContext }) {
      const noteId = await write(db, (tx) => addNote(tx, lead, { text: sent.text("text") }, actionContext));
      return {
        done: "Note saved",
        undo: { intent: "remove-note", values: { note: noteId }, action },
        noted: true,
      };
    },
    async "change-note"(sent, { db, actionContext }) {
      await write(db, (tx) =>
        changeNote(tx, sent.text("id-of-note"), { text: sent.text("text") }, actionContext),
      );
      return { done: "Note saved. The earlier version is kept." };
    },
    async "remove-note"(sent, { db, actionContext }) {
      const note = sent.text("note");
      await write(db, (tx) => removeNote(tx, note, actionContext));
      return { done: "Note deleted", undo: { intent: "restore-note", values: { note }, action } };
    },
    async "restore-note"(sent, { db, actionContext }) {
      await write(db, (tx) => restoreNote(tx, sent.text("note"), actionContext));
      return { done: "Note restored" };
    },
    async "snooze-until"(sent, staff) {
      const until = momentOf(sent.text("moment"), staff.timeZone);
      if (until === null) throw new DomainError("invalid", "Enter a date and time.");
      const own: FormInput = {
        ...sent,
        all: () => [id],
        text: (name) => (name === "until" ? until : sent.text(name)),
      };
      return openNext(sent, staff, (await list.snooze?.(own, staff)) ?? { done: "" });
    },
    async snooze(sent, staff) {
      const done = (await list.snooze?.(sent, staff)) ?? { done: "" };
      return sent.text("until") ? openNext(sent, staff, done) : done;
    },
  };

  /** Opens the next lead after the current one was marked as spam or snoozed. */
  function openNext(sent: FormInput, { request }: Staff, done: ActionOk): ActionOk | Response {
    const next = sent.text("next");
    if (!/^[\da-f-]{36}$/.test(next)) return done;
    const { searchParams } = new URL(request.url);
    for (const name of ["_routes", "index"]) searchParams.delete(name);
    const query = searchParams.size > 0 ? `?${searchParams}` : "";
    return redirectWithFlash(`${leadLists[kind].path}/${next}${query}`, done);
  }
}

const nounOf: Record<LeadKind, string> = { message: "message", call: "call request" };

type LeadListAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** Actions for selected rows, with undo; the screens of one lead use them too. */
export function leadListActions(kind: LeadKind): Record<string, LeadListAction> {
  const action = leadLists[kind].path;
  const change = async (
    sent: FormInput,
    { db, actionContext }: Staff,
    input: object,
    describe: (count: string) => string,
  ) => {
    const before = await write(db, (tx) => changeLeads(tx, kind, sent.all("id"), input, actionContext));
    return {
      done: describe(formatLeadCount(kind, before.length)),
      undo: { intent: "restore", values: { before: serializeSnapshots(before) }, action },
    };
  };
  // A button submits one value, so the status is part of its intent.
  const setTo =
    (status: string): LeadListAction =>
    (sent, staff) =>
      change(sent, staff, { status }, (count) => `${count} ${statusMessages[status] ?? status}`);
  return {
    ...Object.fromEntries(statuses.map((status) => [`status-${status}`, setTo(status)])),
    status: (sent, staff) => setTo(sent.text("status"))(sent, staff),
    async assign(sent, staff) {
      const assignee = sent.text("assignee") === "me" ? staff.person.id : sent.text("assignee") || null;
      const name = (await listStaff(staff.db)).find(({ id }) => id === assignee)?.name ?? "somebody";
      const to = assignee === staff.person.id ? "you" : name;
      return change(sent, staff, { assignee }, (count) =>
        assignee ? `${count} assigned to ${to}` : `${count} unassigned`,
      );
    },
    snooze: (sent, staff) =>
      change(sent, staff, { snoozedUntil: sent.text("until") || null }, (count) =>
        sent.text("until") ? `${count} snoozed` : `${count} no longer snoozed`,
      ),
    async restore(sent, { db, actionContext }) {
      const before = sent.all("before");
      const count = await write(db, (tx) => restoreLeads(tx, kind, before, actionContext));
      const left = before.length - count;
      const others = left > 0 ? `. ${formatLeadCount(kind, left)} not restored: changed since` : "";
      return { done: `${formatLeadCount(kind, count)} restored${others}` };
    },
    async merge(sent, { db, actionContext }) {
      const ids = sent.all("id").toSorted();
      const into = sent.text("into") || (ids[0] ?? "");
      const moved = await write(db, (tx) => mergeLeads(tx, kind, { into, ids }, actionContext));
      return {
        done: `${formatLeadCount(kind, moved.length)} merged`,
        undo: { intent: "unmerge", values: { moved }, action },
      };
    },
    async unmerge(sent, { db, actionContext }) {
      const count = await write(db, (tx) => unmergeLeads(tx, kind, sent.all("moved"), actionContext));
      return { done: `${formatLeadCount(kind, count)} unmerged` };
    },
    async "save-view"(sent, { db, person, actionContext }) {
      const query = writeFilter(readFilter(new URLSearchParams(sent.text("query"))));
      const view = { name: sent.text("name"), query };
      await write(db, (tx) => saveView(tx, person.id, pluralOf[kind], view, actionContext.now));
      return { done: "View saved" };
    },
    async "remove-view"(sent, { db, person }) {
      const { name, query } = await write(db, (tx) => removeView(tx, person.id, sent.text("view")));
      return {
        done: `View “${name}” deleted`,
        undo: { intent: "save-view", values: { name, query }, action },
      };
    },
  };
}

const statusMessages: Record<string, string> = {
  new: "moved to New",
  open: "moved to Open",
  waiting: "marked as waiting",
  closed: "closed",
  spam: "marked as spam",
};
