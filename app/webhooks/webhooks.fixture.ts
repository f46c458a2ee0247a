import { type Database, write } from "#app/database/database.ts";
import { createLogger } from "#app/platform/log.ts";
import { testClock } from "#tests/support/accounts.ts";
import { anOutside } from "#tests/support/outside.ts";
import type { EventType } from "./events.ts";
import type { WebhookSending } from "./sender.ts";
import { createWebhook } from "./webhooks.ts";

export const actionContext = {
  actor: { id: "asha", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

/** A webhook to a host of which the network knows a local address. */
export async function aWebhook(
  db: Database,
  port: number,
  events: readonly EventType[] = ["entry.published", "lead.received"],
  hasPersonalData = false,
) {
  const url = `http://hooks.shapla.example:${port}/site`;
  return write(db, (tx) => createWebhook(tx, { url, events: [...events], hasPersonalData }, actionContext));
}

/** What sends, with a clock that stands still and a network that may be changed. */
export function aSending(db: Database) {
  const lines: string[] = [];
  const told: string[] = [];
  const addresses: Record<string, string> = { "hooks.shapla.example": "127.0.0.1" };
  const clock = testClock();
  const parts: WebhookSending = {
    db,
    clock,
    log: createLogger({ destination: { write: (line: string) => void lines.push(line) } }),
    outside: anOutside(addresses, true),
    publicUrl: new URL("https://www.company.example"),
    readPerson: async () => ({ name: "Rahima" }),
    onDisabled: async (_, { why }) => void told.push(why),
  };
  return { ...parts, clock, lines, told, addresses };
}

export function readDeliveries({ query }: Database) {
  return query.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute();
}

export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
