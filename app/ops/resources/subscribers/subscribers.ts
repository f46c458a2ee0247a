import { z } from "zod";
import {
  endSubscriptions,
  resendConfirmations,
  restoreSubscriptions,
  type StaffEnding,
} from "#app/domain/newsletter/subscribers/change.ts";
import {
  countSubscribers,
  listSubscribers,
  type Subscriber,
  type SubscriberFilter,
  subscriberStatuses,
} from "#app/domain/newsletter/subscribers/subscriber.ts";
import { searchWords } from "#app/lib/text/words.ts";
import { defineResource } from "../define-resource.ts";
import type { CellPiece, ResourceAction } from "../definition.ts";
import {
  confirmedLabels,
  endedLabels,
  formatAddresses,
  linkNewsletterTabs,
  subscriberBadges,
} from "./labels.ts";

const path = "/dashboard/call";
const moment = z.iso.datetime().nullable();

/** Actions on subscribers, by intent. */
export const subscriberActions = {
  unsubscribe: end("unsubscribed", (count) => `${count} unsubscribed.`),
  complained: end("complained", (count) => `${count} marked as complained. They get no more newsletters.`),
  async restore(input, { db, actionContext }) {
    const count = await restoreSubscriptions(db, input.all("id"), actionContext);
    return {
      done:
        count > 0
          ? `${formatAddresses(count)} restored.`
          : "Only subscriptions that staff ended can be restored.",
    };
  },
  async "ask-again"(input, { db, actionContext }) {
    const count = await resendConfirmations(db, input.all("id"), actionContext);
    return {
      done: count > 0 ? `Confirmation sent again to ${formatAddresses(count)}.` : "None of these is pending.",
    };
  },
} satisfies Record<string, ResourceAction>;

function end(status: StaffEnding, message: (count: string) => string): ResourceAction {
  return async (input, { db, actionContext }) => {
    const ended = await endSubscriptions(db, input.all("id"), status, actionContext);
    if (ended.length === 0) return { done: "Nothing changed: none of these is subscribed." };
    return {
      done: message(formatAddresses(ended.length)),
      undo: { intent: "restore", values: { id: ended } },
    };
  };
}

/** Newsletter subscribers with proof of consent. */
export const subscribers = defineResource({
  name: "subscribers",
  title: "Subscribers",
  path: "call",
  role: "editor",
  // Part of Newsletter in the menu.
  isInMenu: false,
  pageSize: 50,
  headLinks: [{ name: "Import", to: `${path}/import`, sign: "upload", isMain: true }],
  filters: {
    status: { type: "tabs", values: subscriberStatuses, unknown: "not-found" },
    q: { type: "search", label: "Search subscribers", placeholder: "Search subscribers" },
  },
  list: ({ db }, values, page) => listSubscribers(db, filterOf(values), page),
  async summary({ db }) {
    const counts = await countSubscribers(db);
    const count = Object.values(counts).reduce((sum, some) => sum + some, 0);
    const tabs = subscriberStatuses.map((status) => ({
      name: subscriberBadges[status].badge,
      value: status,
      count: counts[status],
    }));
    return {
      count,
      tabs: [
        linkNewsletterTabs("subscribers"),
        { label: "Status", filter: "status", tabs: [{ name: "All", value: "", count }, ...tabs] },
      ],
    };
  },
  empty({ q, status }, { count }) {
    if (count === 0)
      return {
        title: "Nobody has subscribed yet",
        text: "Visitors subscribe in the footer of every page and confirm by a link we e-mail.",
        link: { name: "Import addresses", to: `${path}/import` },
      };
    return {
      title: q ? `No address matches “${q}”` : "No subscribers here",
      text: q || status ? "Clear the filters to see all subscribers." : "This page of the list is empty.",
      link: { name: "Clear filters", to: path },
    };
  },
  pagerWords: { previous: "Newer", next: "Older" },
  rowId: ({ id }) => id,
  rowName: ({ email }) => email,
  columns: [
    {
      name: "E-mail",
      isMain: true,
      cell: ({ id, email }) => ({ text: email, to: `${path}/${id}`, wraps: true }),
    },
    {
      name: "Status",
      isOneLine: true,
      cell: ({ status, ended_at, ended_by }) => [
        subscriberBadges[status],
        ...(ended_at ? [{ small: formatEnded(ended_at, endedLabels[ended_by]) }] : []),
      ],
    },
    {
      name: "Consent given",
      hidesOn: "phone",
      cell: ({ consented_at, source_path, confirmed_by }) => [
        ...(consented_at ? [{ at: consented_at, isOneLine: true }] : []),
        ...small(source_path ? `on ${source_path}` : confirmed_by === "import" ? "in an import" : ""),
      ],
    },
    {
      name: "Confirmed",
      hidesOn: "phone and tablet",
      cell: ({ status, confirmed_at, confirmed_by }) => [
        confirmed_at
          ? { at: confirmed_at }
          : { text: status === "pending" ? "Not yet" : "Never", isMuted: true },
        ...small(confirmedLabels[confirmed_by]),
      ],
    },
  ],
  actions: subscriberActions,
  bulkActions: [
    { intent: "unsubscribe", label: "Unsubscribe" },
    { intent: "complained", label: "Mark as complained" },
    { intent: "ask-again", label: "Resend confirmation" },
  ],
  // The import reads the same columns.
  csv: {
    label: "Export as CSV (with proof of consent)",
    file: "subscribers",
    action: "subscribers.export",
    detail: (count, { status, q }) => [`${count} subscribers`, status, q].filter(Boolean).join(", "),
    isAlwaysOffered: false,
    columns: [
      { name: "E-mail", value: ({ email }) => email },
      { name: "Status", value: ({ status }) => subscriberBadges[status].badge },
      { name: "Consent text", value: (row) => row.consent_text },
      { name: "Consent given", value: (row) => row.consented_at },
      { name: "Consent on page", value: (row) => row.source_path },
      { name: "Confirmed", value: (row) => row.confirmed_at },
      { name: "Confirmed by", value: (row) => row.confirmed_by },
      { name: "Ended", value: (row) => row.ended_at },
      { name: "Ended by", value: (row) => row.ended_by },
      { name: "Why", value: (row) => row.ended_reason },
      { name: "Reference", value: (row) => row.reference },
    ],
  },
  api: {
    path: "/subscribers",
    scope: "subscribers:read",
    operation: "listSubscribers",
    group: "Newsletter",
    summary: "One page of subscribers with proof of consent, newest first",
    itemName: "Subscriber",
    listName: "SubscriberPage",
    rowsKey: "subscribers",
    item: z.strictObject({
      _id: z.string(),
      reference: z.string(),
      email: z.string(),
      status: z.enum(subscriberStatuses),
      consent: z.strictObject({ text: z.string(), at: moment, page: z.string() }),
      confirmedAt: moment,
      confirmedBy: z.string(),
      endedAt: moment,
      endedBy: z.string(),
      endedReason: z.string(),
      createdAt: moment,
      updatedAt: moment,
    }),
    query: {
      status: z.enum(subscriberStatuses, `Enter one of: ${subscriberStatuses.join(", ")}`).optional(),
      q: searchWords.meta({ description: "A part of the address" }),
    },
    list: (db, query, page) => listSubscribers(db, query, page),
    show: presentSubscriber,
  },
});

/** Subscriber in API responses. */
export function presentSubscriber(row: Subscriber) {
  return {
    _id: row.id,
    reference: row.reference,
    email: row.email,
    status: row.status,
    consent: { text: row.consent_text, at: row.consented_at, page: row.source_path },
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    endedReason: row.ended_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function filterOf({ status, q }: Record<"status" | "q", string>): SubscriberFilter {
  return { status: subscriberStatuses.find((one) => one === status), q };
}

function formatEnded(at: string, words: string): CellPiece[] {
  return [{ at }, ...(words ? [{ text: `, ${words}`, hidesOn: "tablet" } as const] : [])];
}

function small(words: string): CellPiece[] {
  return words ? [{ small: words, wraps: true }] : [];
}
