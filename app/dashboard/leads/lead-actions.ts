import { removeView, saveView } from "#app/accounts/staff/saved-views.ts";
import { write } from "#app/database/database.ts";
import { readFilter, writeFilter } from "#app/leads/inbox/filter.ts";
import { type LeadKind, pluralOf, statuses } from "#app/leads/lead-kinds.ts";
import { forgetTry, noteAnswer, noteCall, sendReply } from "#app/leads/workflow/answers.ts";
import {
  assignIfFree,
  changeLeads,
  mergeLeads,
  restoreLeads,
  unmergeLeads,
  writeBefore,
} from "#app/leads/workflow/change-leads.ts";
import { addNote, changeNote, removeNote, restoreNote } from "#app/leads/workflow/notes.ts";
import { listStaff } from "#app/leads/workflow/staff.ts";
import { notSent } from "#app/resources/mail/labels.ts";
import { momentOf } from "#app/text/moments.ts";
import type { ActionOk } from "../parts/action-result.ts";
import { type FormInput, redirectWithFlash } from "../parts/handle-action.ts";
import type { Staff } from "../parts/require-screen.ts";
import { placeOf, sayLeadCount } from "./labels.ts";

type LeadAction = (sent: FormInput, staff: Staff) => Promise<(ActionOk & { sent?: true }) | Response>;

/** What can be done at the screen of one message or call. */
export function leadActions(kind: LeadKind, id: string): Record<string, LeadAction> {
  const lead = { kind, id };
  const action = `${placeOf[kind].path}/${id}`;
  const list = leadListActions(kind);
  return {
    ...list,
    async "status-spam"(sent, staff) {
      return goOn(sent, staff, (await list["status-spam"]?.(sent, staff)) ?? { done: "" });
    },
    async status(sent, staff) {
      const done = (await list.status?.(sent, staff)) ?? { done: "" };
      return sent.text("status") === "spam" ? goOn(sent, staff, done) : done;
    },
    async reply(sent, { db, actionContext, mail, person }) {
      const input = {
        text: sent.text("text"),
        status: sent.text("status"),
        seen: sent.text("seen"),
        key: sent.text("key"),
      };
      await write(db, async (tx) => {
        await sendReply(tx, lead, input, actionContext, mail.isSending);
        await assignIfFree(tx, lead, person.id, actionContext);
      });
      return { done: mail.isSending ? "Reply sent" : notSent, sent: true };
    },
    async answered(_, { db, actionContext }) {
      await write(db, (tx) => noteAnswer(tx, lead, actionContext));
      return { done: "Marked as answered" };
    },
    async outcome(sent, { db, actionContext }) {
      const outcome = sent.text("outcome");
      const tries = await write(db, (tx) => noteCall(tx, id, { outcome }, actionContext));
      if (outcome === "done") return { done: "Call marked as done" };
      return {
        done: `No answer: ${tries} ${tries === 1 ? "try" : "tries"} so far`,
        undo: { intent: "forget-try", values: {}, action },
      };
    },
    async "forget-try"(_, { db, actionContext }) {
      await write(db, (tx) => forgetTry(tx, id, actionContext));
      return { done: "Try removed" };
    },
    async note(sent, { db, actionContext }) {
      const noteId = await write(db, (tx) => addNote(tx, lead, { text: sent.text("text") }, actionContext));
      return { done: "Note saved", undo: { intent: "remove-note", values: { note: noteId }, action } };
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
      const until = momentOf(sent.text("moment"), staff.timeZone) ?? "";
      const own: FormInput = {
        ...sent,
        all: () => [id],
        text: (name) => (name === "until" ? until : sent.text(name)),
      };
      return list.snooze?.(own, staff) ?? { done: "" };
    },
  };

  /** After spam the next one of the list is shown, if there is one. */
  function goOn(sent: FormInput, { request }: Staff, done: ActionOk): ActionOk | Response {
    const next = sent.text("next");
    if (!/^[\da-f-]{36}$/.test(next)) return done;
    const { searchParams } = new URL(request.url);
    for (const name of ["_routes", "index"]) searchParams.delete(name);
    const query = searchParams.size > 0 ? `?${searchParams}` : "";
    return redirectWithFlash(`${placeOf[kind].path}/${next}${query}`, done);
  }
}

type LeadListAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** What can be done with ticked rows, and taken back again; the screens of one lead use the same. */
export function leadListActions(kind: LeadKind): Record<string, LeadListAction> {
  const action = placeOf[kind].path;
  const change = async (
    sent: FormInput,
    { db, actionContext }: Staff,
    input: object,
    said: (count: string) => string,
  ) => {
    const before = await write(db, (tx) => changeLeads(tx, kind, sent.all("id"), input, actionContext));
    return {
      done: said(sayLeadCount(kind, before.length)),
      undo: { intent: "restore", values: { before: writeBefore(before) }, action },
    };
  };
  // A button can say only one thing: what is to be done carries the status in its name.
  const setTo =
    (status: string): LeadListAction =>
    (sent, staff) =>
      change(sent, staff, { status }, (count) => `${count} ${saidOf[status] ?? status}`);
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
      const others = left > 0 ? `. ${sayLeadCount(kind, left)} not restored: changed since` : "";
      return { done: `${sayLeadCount(kind, count)} restored${others}` };
    },
    async merge(sent, { db, actionContext }) {
      const ids = sent.all("id").toSorted();
      const into = sent.text("into") || (ids[0] ?? "");
      const moved = await write(db, (tx) => mergeLeads(tx, kind, { into, ids }, actionContext));
      return {
        done: `${sayLeadCount(kind, moved.length)} merged`,
        undo: { intent: "part", values: { moved }, action },
      };
    },
    async part(sent, { db, actionContext }) {
      const count = await write(db, (tx) => unmergeLeads(tx, kind, sent.all("moved"), actionContext));
      return { done: `${sayLeadCount(kind, count)} unmerged` };
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

const saidOf: Record<string, string> = {
  new: "moved to New",
  open: "moved to Open",
  waiting: "marked as waiting",
  closed: "closed",
  spam: "marked as spam",
};
