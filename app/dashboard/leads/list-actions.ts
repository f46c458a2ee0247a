import { removeView, saveView } from "#app/accounts/staff/saved-views.ts";
import { write } from "#app/database/database.ts";
import { readFilter, writeFilter } from "#app/leads/inbox/filter.ts";
import { type LeadKind, pluralOf } from "#app/leads/lead-kinds.ts";
import { changeLeads } from "#app/leads/workflow/change-leads.ts";
import { mergeLeads, unmergeLeads } from "#app/leads/workflow/merge-leads.ts";
import { restoreLeads, writeBefore } from "#app/leads/workflow/restore-leads.ts";
import { listStaff } from "#app/leads/workflow/staff.ts";
import { statuses } from "#app/leads/workflow/statuses.ts";
import type { ActionOk } from "../parts/action-result.ts";
import type { FormInput } from "../parts/handle-action.ts";
import type { Staff } from "../parts/require-screen.ts";
import { placeOf, sayLeadCount } from "./place-of.ts";

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
