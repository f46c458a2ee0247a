import type { Selectable } from "kysely";
import { z } from "zod";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { WebhookTable } from "#app/platform/database/tables/outgoing.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hostNameOf } from "#app/platform/runtime/network.ts";
import { type EventType, eventTypes, readEventTypes } from "./events.ts";
import { isPublicAddress, type NetworkAccess, newWebhookSecret } from "./post.ts";

export type WebhookRow = Selectable<WebhookTable>;

/** Maximum number of webhooks, which is also the number of parallel requests. */
export const maxWebhooks = 20;

const webhookSchema = z.strictObject({
  url: z.string().trim().min(1, "Enter the address").max(500, "Use at most 500 characters"),
  events: z.array(z.enum(eventTypes, "Choose from the list")).min(1, "Choose at least one"),
  hasPersonalData: z.boolean(),
});

export interface WebhookInput {
  url: string;
  events: readonly string[];
  /** Whether personal data is included. */
  hasPersonalData: boolean;
}

type CheckedWebhook = z.infer<typeof webhookSchema>;

/** Validates input and resolves its host. Throws a DomainError with a message per field. */
export async function checkWebhook(input: WebhookInput, network: NetworkAccess): Promise<CheckedWebhook> {
  const read = webhookSchema.safeParse(input);
  if (!read.success) throw validationError(read.error.issues);
  const url = URL.parse(read.data.url);
  const urlError =
    url === null
      ? "Enter a full address, such as https://hooks.kolpona.example/site"
      : checkUrl(url, network);
  const message = urlError ?? (url && (await findHostError(url, network)));
  if (url === null || message) throw validationError([{ path: ["url"], message: message ?? "" }]);
  return { ...read.data, url: url.href };
}

function checkUrl(url: URL, { allowsPrivate }: NetworkAccess): string | null {
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowsPrivate))
    return "The address must start with https://";
  if (url.username !== "" || url.password !== "") return "Leave name and password out: messages are signed";
  if (url.hash !== "") return "Leave out the part after #";
  return null;
}

/** Checks the host early, for the form; `post` checks it again before sending. */
async function findHostError(url: URL, network: NetworkAccess): Promise<string | null> {
  try {
    const addresses = await network.resolve(hostNameOf(url));
    const isOpen = network.allowsPrivate || addresses.every(({ address }) => isPublicAddress(address));
    return isOpen ? null : "This host has a private address, which is not called";
  } catch {
    return "This host can’t be found";
  }
}

/** Returns the id and the secret, which is not shown again. */
export async function createWebhook(
  tx: Writing,
  { url, events, hasPersonalData }: CheckedWebhook,
  { actor, now }: ActionContext,
): Promise<{ id: string; secret: string }> {
  await tx.locks.acquire(tx.query, "webhooks");
  const { count } = await tx.query
    .selectFrom("webhooks")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxWebhooks)
    throw new DomainError(
      "in-use",
      `There are ${maxWebhooks} webhooks. Delete one that is not needed first.`,
    );
  const secret = newWebhookSecret();
  const id = newId();
  const row = {
    id,
    url,
    events: events.join(" "),
    has_personal_data: Number(hasPersonalData),
    secret: tx.encryption.encrypt(secret),
    created_by: actor.id,
    created_at: now.toISOString(),
    disabled_at: null,
    disabled_reason: "",
    delivered_at: null,
  };
  await tx.query.insertInto("webhooks").values(row).execute();
  await recordAudit(tx, actor, "webhook.created", id);
  return { id, secret };
}

export async function changeWebhook(
  tx: Writing,
  id: string,
  { url, events, hasPersonalData }: CheckedWebhook,
  { actor }: ActionContext,
): Promise<void> {
  await changeRow(tx, id, { url, events: events.join(" "), has_personal_data: Number(hasPersonalData) });
  await recordAudit(tx, actor, "webhook.changed", id);
}

/** Replaces the secret and returns it; it is not shown again. */
export async function renewWebhookSecret(tx: Writing, id: string, { actor }: ActionContext): Promise<string> {
  const secret = newWebhookSecret();
  await changeRow(tx, id, { secret: tx.encryption.encrypt(secret) });
  await recordAudit(tx, actor, "webhook.secret-renewed", id);
  return secret;
}

/** Enables a webhook; events from before are not sent. */
export async function enableWebhook(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  await changeRow(tx, id, { disabled_at: null, disabled_reason: "" });
  await recordAudit(tx, actor, "webhook.enabled", id);
}

/**
 * Disables a webhook and cancels its queued deliveries.
 * @param why reason as a sentence; empty on an admin's request
 */
export async function disableWebhook(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
  why = "",
): Promise<void> {
  const at = now.toISOString();
  await changeRow(tx, id, { disabled_at: at, disabled_reason: why });
  await tx.query
    .updateTable("webhook_deliveries")
    .set({
      status: "failed",
      finished_at: at,
      claimed_until: null,
      last_error: "The webhook was turned off.",
    })
    .where("webhook_id", "=", id)
    .where("status", "=", "waiting")
    .execute();
  await recordAudit(tx, actor, "webhook.disabled", id, why);
}

/** Deletes a webhook and its deliveries. */
export async function deleteWebhook(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  const { url } = await readWebhook(tx, id);
  await tx.query.deleteFrom("webhook_deliveries").where("webhook_id", "=", id).execute();
  await tx.query.deleteFrom("webhooks").where("id", "=", id).execute();
  await recordAudit(tx, actor, "webhook.deleted", id, new URL(url).host);
}

/** Webhook as shown to admins. */
export interface ListedWebhook {
  id: string;
  url: string;
  events: readonly EventType[];
  hasPersonalData: boolean;
  isOn: boolean;
  /** Null while it is on. */
  disabledAt: string | null;
  /** Reason for an automatic disabling. */
  disabledReason: string;
  createdAt: string;
  /** Time of the last successful delivery. */
  deliveredAt: string | null;
}

/** Reads a webhook. Throws a DomainError if it does not exist. */
export async function readWebhook({ query }: Database, id: string): Promise<ListedWebhook> {
  const row = await query.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such webhook.");
  return present(row);
}

/** Lists all webhooks, oldest first. */
export async function listWebhooks({ query }: Database): Promise<ListedWebhook[]> {
  const rows = await query.selectFrom("webhooks").selectAll().orderBy("id").execute();
  return rows.map(present);
}

function present(row: WebhookRow): ListedWebhook {
  return {
    id: row.id,
    url: row.url,
    events: readEventTypes(row.events),
    hasPersonalData: row.has_personal_data === 1,
    isOn: row.disabled_at === null,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  };
}

async function changeRow(tx: Writing, id: string, change: Partial<WebhookRow>): Promise<void> {
  const changed = await tx.query.updateTable("webhooks").set(change).where("id", "=", id).executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0) throw new DomainError("missing", "There is no such webhook.");
}
