import { z } from "zod";
import { eventTypes } from "#app/domain/webhooks/events.ts";
import {
  type DeliveryRow,
  type DeliveryStatus,
  deliveryStatuses,
  listDeliveries,
  sendDeliveryAgain,
  sendTestEvent,
} from "#app/domain/webhooks/sender.ts";
import { enableWebhook, type ListedWebhook, listWebhooks } from "#app/domain/webhooks/webhooks.ts";
import { searchWords } from "#app/lib/text/words.ts";
import { write } from "#app/platform/database/database.ts";
import { defineResource } from "./define-resource.ts";
import type { BadgePiece } from "./definition.ts";

const moment = z.iso.datetime();

/** Webhooks of other programs. */
export const webhookList = defineResource({
  name: "webhooks",
  title: "Webhooks",
  path: "webhooks",
  role: "admin",
  // Linked from the settings.
  isInMenu: false,
  pageSize: 50,
  headLinks: [
    { name: "Deliveries", to: "/dashboard/webhooks/deliveries" },
    { name: "Add webhook", to: "/dashboard/webhooks/new", isMain: true },
  ],
  filters: {},
  list: async ({ db }) => ({ rows: await listWebhooks(db), next: null, previous: null }),
  empty: () => ({
    title: "No webhooks",
    text: "A webhook notifies another program when something is published, submitted or changed.",
    link: { name: "Add webhook", to: "/dashboard/webhooks/new" },
  }),
  rowId: ({ id }) => id,
  rowName: ({ url }) => url,
  columns: [
    {
      name: "Address",
      isMain: true,
      cell: ({ id, url, isOn, disabledReason }) => [
        { text: url, to: `/dashboard/webhooks/${id}`, wraps: true, direction: "ltr" },
        ...(isOn ? [] : [" ", { badge: "Off", sign: "circle-pause", tone: "still" } as const]),
        ...(disabledReason ? [{ small: disabledReason, isWrong: true, wraps: true }] : []),
      ],
    },
    { name: "Events", cell: ({ events }) => events.join(", ") },
    {
      name: "Last accepted",
      isOneLine: true,
      cell: ({ deliveredAt }) => (deliveredAt ? { at: deliveredAt } : "Never"),
    },
  ],
  rowActions: [
    {
      intent: "test",
      label: "Send a test event",
      values: ({ id }) => ({ id }),
      about: ({ url }) => `to ${url}`,
      isFor: ({ isOn }) => isOn,
    },
    {
      intent: "enable",
      label: "Turn on",
      values: ({ id }) => ({ id }),
      about: ({ url }) => url,
      isFor: ({ isOn }) => !isOn,
    },
  ],
  actions: {
    async test(input, { db, actionContext }) {
      await write(db, (tx) => sendTestEvent(tx, input.text("id"), actionContext));
      return { done: "Test event is being sent. The result appears under Deliveries." };
    },
    async enable(input, { db, actionContext }) {
      await write(db, (tx) => enableWebhook(tx, input.text("id"), actionContext));
      return { done: "Webhook turned on." };
    },
  },
  api: {
    path: "/webhooks",
    scope: "webhooks:read",
    operation: "listWebhooks",
    group: "Webhooks",
    summary: "The webhooks, without their secrets",
    itemName: "Webhook",
    listName: "WebhookList",
    item: z.strictObject({
      _id: z.string(),
      url: z.string().meta({ description: "Only the host for service tokens" }),
      events: z.array(z.enum(eventTypes)),
      hasPersonalData: z.boolean(),
      isOn: z.boolean(),
      disabledAt: moment.nullable().meta({ description: "Time when it was turned off" }),
      disabledReason: z.string(),
      createdAt: moment,
      deliveredAt: moment.nullable(),
    }),
    query: {},
    list: async (db) => ({ rows: await listWebhooks(db), next: null, previous: null }),
    show: showWebhook,
    // Many webhook URLs contain a secret in path or query.
    showToToken: (row: ListedWebhook) => ({ ...showWebhook(row), url: new URL(row.url).host }),
  },
});

function showWebhook({ id, ...row }: ListedWebhook) {
  return { _id: id, ...row };
}

const statusBadges: Record<DeliveryStatus, BadgePiece> = {
  waiting: { badge: "Waiting", sign: "clock-3", tone: "fresh" },
  delivered: { badge: "Delivered", sign: "circle-check", tone: "good" },
  failed: { badge: "Failed", sign: "triangle-alert", tone: "wrong" },
};

/** Webhook deliveries and their responses. */
export const deliveryLog = defineResource({
  name: "webhook-deliveries",
  title: "Deliveries",
  path: "webhooks/deliveries",
  role: "admin",
  isInMenu: false,
  pageSize: 50,
  headLinks: [{ name: "Webhooks", to: "/dashboard/webhooks" }],
  filters: {
    status: { type: "tabs", values: deliveryStatuses, unknown: "ignored" },
    webhook: { type: "link" },
  },
  list: ({ db }, values, page) => listDeliveries(db, filterOf(values), page),
  async summary() {
    return {
      tabs: [
        {
          label: "Status",
          filter: "status",
          tabs: [
            { name: "All", value: "" },
            ...deliveryStatuses.map((value) => ({ name: statusBadges[value].badge, value })),
          ],
        },
      ],
    };
  },
  empty: () => ({ title: "No deliveries", text: "Deliveries are stored for 30 days." }),
  rowId: ({ id }) => id,
  rowName: ({ type }) => type,
  columns: [
    {
      name: "Event",
      isMain: true,
      cell: ({ type, webhook_id, url }) => [
        { text: type, isStrong: true },
        { small: { text: url, to: `/dashboard/webhooks/${webhook_id}`, wraps: true, direction: "ltr" } },
      ],
    },
    {
      name: "Status",
      cell: ({ status, last_error, attempts, next_attempt_at }) => [
        statusBadges[status],
        ...(last_error ? [{ small: last_error, wraps: true }] : []),
        ...(status === "waiting" && attempts > 0
          ? [{ small: ["Next try ", { at: next_attempt_at }] as const }]
          : []),
      ],
    },
    { name: "Response", isNumber: true, cell: ({ answer_status }) => String(answer_status ?? "–") },
    {
      name: "Duration",
      isNumber: true,
      hidesOn: "tablet",
      cell: ({ duration_ms }) => (duration_ms === null ? "–" : `${duration_ms} ms`),
    },
    { name: "Attempts", isNumber: true, hidesOn: "tablet", cell: ({ attempts }) => String(attempts) },
    { name: "Queued", isOneLine: true, cell: ({ created_at }) => ({ at: created_at }) },
  ],
  rowActions: [
    {
      intent: "again",
      label: "Send again",
      values: ({ id }) => ({ id }),
      about: ({ type, url }) => `${type} to ${url}`,
      isFor: ({ status, attempts }) => status !== "waiting" || attempts > 0,
    },
  ],
  actions: {
    async again(input, { db, actionContext }) {
      await write(db, (tx) => sendDeliveryAgain(tx, input.text("id"), actionContext));
      return { done: "Event is being sent again." };
    },
  },
  api: {
    path: "/webhook-deliveries",
    scope: "webhooks:read",
    operation: "listWebhookDeliveries",
    group: "Webhooks",
    summary: "Webhook deliveries with their responses, newest first",
    itemName: "WebhookDelivery",
    listName: "WebhookDeliveryList",
    item: z.strictObject({
      _id: z.string(),
      webhook: z.string().meta({ description: "Id of the webhook" }),
      event: z.string().meta({ description: "Value of its `webhook-id` header" }),
      type: z.string(),
      status: z.enum(deliveryStatuses),
      tries: z.int(),
      answer: z.int().nullable().meta({ description: "Status of the last response; null without one" }),
      milliseconds: z.int().nullable(),
      problem: z.string(),
      createdAt: moment,
      finishedAt: moment.nullable(),
    }),
    query: {
      webhook: searchWords.meta({ description: "Id of a webhook" }),
      status: z.enum(deliveryStatuses, `Enter one of: ${deliveryStatuses.join(", ")}`).optional(),
    },
    list: (db, query, page) => listDeliveries(db, query, page),
    show: (row: DeliveryRow) => ({
      _id: row.id,
      webhook: row.webhook_id,
      event: row.event_id,
      type: row.type,
      status: row.status,
      tries: row.attempts,
      answer: row.answer_status,
      milliseconds: row.duration_ms,
      problem: row.last_error,
      createdAt: row.created_at,
      finishedAt: row.finished_at,
    }),
  },
});

function filterOf({ status, webhook }: Record<"status" | "webhook", string>) {
  return { status: deliveryStatuses.find((one) => one === status), webhook: webhook || undefined };
}
