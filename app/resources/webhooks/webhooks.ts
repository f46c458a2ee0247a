import { z } from "zod";
import { write } from "#app/database/database.ts";
import { defineResource } from "#app/resources/define-resource.ts";
import { sendTestEvent } from "#app/webhooks/deliveries.ts";
import { eventTypes } from "#app/webhooks/events.ts";
import { enableWebhook, type ListedWebhook, listWebhooks } from "#app/webhooks/webhooks.ts";

const moment = z.iso.datetime();

/** Where other programs are told what happens. */
export const webhookList = defineResource({
  name: "webhooks",
  title: "Webhooks",
  path: "webhooks",
  role: "admin",
  // Reached from the settings.
  isInMenu: false,
  pageSize: 50,
  headLinks: [
    { name: "Deliveries", to: "/dashboard/webhooks/deliveries" },
    { name: "New webhook", to: "/dashboard/webhooks/new", isMain: true },
  ],
  filters: {},
  list: async ({ db }) => ({ rows: await listWebhooks(db), next: null, previous: null }),
  empty: () => ({
    title: "No webhooks",
    text: "A webhook tells another program when something is published, sent in or changed.",
    link: { name: "Add a webhook", to: "/dashboard/webhooks/new" },
  }),
  rowId: ({ id }) => id,
  rowName: ({ url }) => url,
  columns: [
    {
      name: "Address",
      isMain: true,
      cell: ({ id, url, isOn, disabledWhy }) => [
        { text: url, to: `/dashboard/webhooks/${id}`, wraps: true, direction: "ltr" },
        ...(isOn ? [] : [" ", { badge: "Off", sign: "circle-pause", tone: "still" } as const]),
        ...(disabledWhy ? [{ small: disabledWhy, isWrong: true, wraps: true }] : []),
      ],
    },
    { name: "Events", cell: ({ events }) => events.join(", ") },
    {
      name: "Last taken",
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
      return { done: "Test event is being sent. What became of it stands under Deliveries." };
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
    summary: "Where other programs are told what happens, without the secrets",
    itemName: "Webhook",
    listName: "WebhookList",
    item: z.strictObject({
      _id: z.string(),
      url: z.string(),
      events: z.array(z.enum(eventTypes)),
      hasPersonalData: z.boolean(),
      isOn: z.boolean(),
      disabledWhy: z.string(),
      createdAt: moment,
      deliveredAt: moment.nullable(),
    }),
    query: {},
    list: async (db) => ({ rows: await listWebhooks(db), next: null, previous: null }),
    show: ({ id, ...row }: ListedWebhook) => ({ _id: id, ...row }),
  },
});
