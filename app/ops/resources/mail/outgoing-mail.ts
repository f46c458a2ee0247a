import { z } from "zod";
import type { OutboxRow } from "#app/domain/mail/outbox/claims.ts";
import {
  countMail,
  listMail,
  listMailTemplates,
  mailStatuses,
  sendAgain,
  sendTest,
} from "#app/domain/mail/outbox/handle-mail.ts";
import { priorities } from "#app/domain/mail/outbox/outbox.ts";
import { validationError } from "#app/lib/errors/domain-error.ts";
import { emailSchema } from "#app/lib/text/email.ts";
import { searchWords } from "#app/lib/text/words.ts";
import { write } from "#app/platform/database/database.ts";
import { defineResource } from "../define-resource.ts";
import type { CellPiece } from "../definition.ts";
import { mailBadge, nameTemplate, notSent } from "./labels.ts";

const path = "/dashboard/mail";
const moment = z.iso.datetime().nullable();
const testSchema = z.object({ to: emailSchema("Enter an e-mail address") });

type ListedMail = Omit<OutboxRow, "content">;

/** Outgoing mail; the screen of each mail shows its text. */
export const outgoingMail = defineResource({
  name: "mail",
  title: "Mail",
  path: "mail",
  role: "admin",
  screen: "dashboard/settings/mail/list.tsx",
  isInMenu: true,
  pageSize: 50,
  headLinks: [{ name: "Templates", to: `${path}/templates`, sign: "mails" }],
  filters: {
    to: { type: "tabs", values: ["one", "many"], unknown: "not-found" },
    status: { type: "tabs", values: mailStatuses, unknown: "not-found" },
    template: {
      type: "select",
      label: "Template",
      all: "All templates",
      async choices({ db }) {
        const templates = await listMailTemplates(db);
        return templates.map((value) => ({ value, name: nameTemplate(value) }));
      },
    },
    q: { type: "search", label: "Search mail", placeholder: "Address or subject" },
  },
  list: ({ db }, { to, status, template, q }, page) =>
    listMail(
      db,
      { priority: priorityOf(to), status: mailStatuses.find((one) => one === status), template, q },
      page,
    ),
  async summary({ db }, { to }) {
    const counts = await countMail(db, priorityOf(to));
    const tabs = mailStatuses.map((status) => ({
      name: mailBadge(status).badge,
      value: status,
      count: counts[status],
    }));
    return {
      tabs: [
        {
          label: "E-mails or bulk",
          filter: "to",
          clears: ["status", "template"],
          tabs: [
            { name: "E-mails", value: to === "one" ? to : "" },
            { name: "Bulk", value: "many" },
          ],
        },
        {
          label: "Status",
          filter: "status",
          tabs: [{ name: "All", value: "", count: sum(counts) }, ...tabs],
        },
      ],
    };
  },
  async empty({ to, status, template, q }, _, { db }) {
    const isMany = to === "many";
    if (sum(await countMail(db, priorityOf(to))) === 0)
      return {
        title: isMany ? "No newsletters sent yet" : "No e-mails yet",
        text: isMany
          ? "Newsletters appear here, one line for each reader."
          : "E-mails to members, visitors and staff are stored here for 90 days.",
      };
    return {
      title: q ? `No e-mail matches “${q}”` : "No e-mails here",
      text: q || status || template ? "Remove a filter." : "This page of the list is empty.",
      link: { name: "Show all", to: isMany ? `${path}?to=many` : path },
    };
  },
  pagerWords: { previous: "Newer", next: "Older" },
  rowId: ({ id }) => id,
  rowName: ({ subject, to_address }) => `${subject} to ${to_address}`,
  columns: [
    {
      name: "Subject",
      isMain: true,
      cell: ({ id, subject, to_address }) => [
        { text: subject || "No subject", to: `${path}/${id}`, wraps: true, direction: "auto" },
        { small: `to ${to_address}`, wraps: true },
      ],
    },
    {
      name: "Template",
      hidesOn: "tablet",
      isMuted: true,
      isOneLine: true,
      cell: ({ template }) => nameTemplate(template),
    },
    {
      name: "Status",
      cell(row, { actionContext }) {
        const progress = progressOf(row, actionContext.now);
        return [mailBadge(row.status, progress.isInHand), ...explain(row, progress.nextAttemptAt)];
      },
    },
    {
      name: "Created",
      isNumber: true,
      isMuted: true,
      isOneLine: true,
      cell: (row) => ({ at: row.created_at }),
    },
  ],
  rowActions: [
    {
      intent: "again",
      label: "Send again",
      values: ({ id }) => ({ id }),
      about: ({ subject, to_address }) => `${subject} to ${to_address}`,
      isFor: ({ status }) => status === "failed",
    },
  ],
  actions: {
    async again(input, { db, actionContext }) {
      await write(db, (tx) => sendAgain(tx, input.text("id"), actionContext));
      return { done: "Sending again now." };
    },
    async test(input, { db, actionContext, mail, person }) {
      const read = testSchema.safeParse({ to: input.text("to") });
      if (!read.success) throw validationError(read.error.issues, "The test e-mail needs an address.");
      const { to } = read.data;
      await write(db, (tx) => sendTest(tx, { email: to, name: person.name }, actionContext));
      return { done: mail.isSending ? `Test e-mail to ${to} is being sent.` : notSent };
    },
  },
  api: {
    path: "/mail",
    operation: "listMail",
    group: "Mail",
    summary: "One page of outgoing mail, newest first, without the content",
    itemName: "Mail",
    listName: "MailPage",
    rowsKey: "mail",
    item: z.strictObject({
      _id: z.string(),
      to: z.string(),
      subject: z.string(),
      template: z.string(),
      status: z.enum(mailStatuses),
      attempts: z.int(),
      lastError: z.string(),
      batch: z.string().nullable(),
      createdAt: moment,
      nextAttemptAt: moment,
      sentAt: moment,
      expiresAt: moment,
    }),
    query: {
      status: z.enum(mailStatuses, `Enter one of: ${mailStatuses.join(", ")}`).optional(),
      template: z.string().max(60).optional(),
      q: searchWords.meta({ description: "A part of the address or the subject" }),
      to: z
        .enum(["one", "many"], "Enter one or many")
        .prefault("one")
        .meta({ description: "Single e-mails, or newsletters" }),
    },
    list: (db, { to, ...filter }, page) => listMail(db, { ...filter, priority: priorityOf(to) }, page),
    show: presentMail,
  },
});

/** Mail in API responses. */
export function presentMail(row: ListedMail) {
  return {
    _id: row.id,
    to: row.to_address,
    subject: row.subject,
    template: row.template,
    status: row.status,
    attempts: row.attempts,
    lastError: row.last_error,
    batch: row.batch,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
  };
}

/** Whether a mail is being sent now, and the time of its next attempt. */
export function progressOf(row: ListedMail, now: Date) {
  const isInHand = row.status === "waiting" && (row.claimed_until ?? "") > now.toISOString();
  return { isInHand, nextAttemptAt: row.status === "waiting" && !isInHand ? row.next_attempt_at : null };
}

/** Last error, or the time of the next attempt. */
function explain({ attempts, last_error }: ListedMail, nextAttemptAt: string | null): CellPiece[] {
  if (attempts > 0 && nextAttemptAt)
    return [{ small: [`tried ${attempts}×, next try `, { at: nextAttemptAt }], wraps: true }];
  return last_error ? [{ small: last_error, wraps: true, isClipped: true }] : [];
}

function priorityOf(to: string) {
  return to === "many" ? priorities.bulk : priorities.transactional;
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
