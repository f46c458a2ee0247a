import { sql } from "kysely";
import { type ActionContext, listAuditRows, recordAudit, recordAuditOnce } from "#app/domain/audit/audit.ts";
import { picturesIn } from "#app/domain/content/links/links.ts";
import { slugKey } from "#app/domain/content/urls/slug.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { readMarkdownField } from "#app/lib/fields/types/rich-text.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import { newId } from "#app/platform/runtime/id.ts";
import {
  type Campaign,
  type CampaignInput,
  type CampaignState,
  campaignSchema,
  isEditable,
  presentCampaign,
} from "./campaign.ts";

/** Status for staff: "unsent" if sending ended but no mail server accepted a mail. */
export type CampaignStatus = CampaignState | "unsent";

const status = sql<CampaignStatus>`case when state = 'sent' and sent = 0 and stored > 0 then 'unsent' else state end`;

interface CampaignFilter {
  states?: readonly CampaignState[] | undefined;
  statuses?: readonly CampaignStatus[] | undefined;
}

/** Lists newsletters, newest first. */
export async function listCampaigns(
  { query }: Database,
  { states, statuses }: CampaignFilter,
  page: PageRequest,
): Promise<Paged<Campaign>> {
  let wanted = query.selectFrom("newsletters").selectAll();
  if (states) wanted = wanted.where("state", "in", states);
  if (statuses) wanted = wanted.where(status, "in", statuses);
  const paged = await readPage(wanted, page, newestFirst);
  return { ...paged, rows: paged.rows.map(presentCampaign) };
}

export async function countCampaigns({ query }: Database): Promise<Record<CampaignStatus, number>> {
  const rows = await query
    .selectFrom("newsletters")
    .select((eb) => [status.as("status"), eb.fn.countAll<number>().as("count")])
    .groupBy(status)
    .execute();
  const none = { draft: 0, scheduled: 0, sending: 0, paused: 0, sent: 0, unsent: 0, cancelled: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])) };
}

/** Reads a newsletter. Throws a DomainError if it does not exist. */
export async function readCampaign({ query }: Database, id: string): Promise<Campaign> {
  const row = await query.selectFrom("newsletters").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such newsletter.");
  return presentCampaign(row);
}

/** Finds the subjects of newsletters, in no particular order. */
export async function findCampaignSubjects(
  { query }: Database,
  ids: readonly string[],
): Promise<{ id: string; subject: string }[]> {
  return query.selectFrom("newsletters").select(["id", "subject"]).where("id", "in", ids).execute();
}

/** Creates a draft and returns its id. */
export async function createCampaign(
  tx: Writing,
  input: unknown,
  { actor, now }: ActionContext,
): Promise<string> {
  const campaign = checkCampaign(input);
  const id = newId();
  const at = now.toISOString();
  await tx.query
    .insertInto("newsletters")
    .values({
      id,
      ...columnsOf(campaign),
      slug: "",
      slug_key: null,
      state: "draft",
      version: 1,
      author_id: actor.id,
      created_at: at,
      updated_at: at,
      send_at: null,
      started_at: null,
      finished_at: null,
      next_batch_at: null,
      cursor: "",
      total: 0,
      sent: 0,
      stored: 0,
      failed: 0,
      cancelled: 0,
      unsubscribed: 0,
      note: "",
    })
    .execute();
  await saveCampaignPictures(tx, id, campaign.body);
  await recordAudit(tx, actor, "newsletter.created", id);
  return id;
}

/** Creates a draft with the content of a newsletter in any state; returns its id. */
export async function duplicateCampaign(
  tx: Writing,
  id: string,
  actionContext: ActionContext,
): Promise<string> {
  const { subject, preview, body, isPublic } = await readCampaign(tx, id);
  return createCampaign(tx, { subject, preview, body, isPublic }, actionContext);
}

/**
 * Saves a newsletter and returns its new version.
 * @param basedOn version that was edited; a stale one is rejected with a `NewerCampaign`
 */
export async function saveCampaign(
  tx: Writing,
  id: string,
  input: unknown,
  { actor, now, basedOn }: ActionContext & { basedOn?: number | undefined },
): Promise<number> {
  const campaign = checkCampaign(input);
  const before = await lockCampaign(tx, id);
  if (!isEditable(before.state))
    throw new DomainError("in-use", "Sending has started, so this newsletter can no longer be changed.");
  if (basedOn !== undefined && basedOn !== before.version) throw await createConflict(tx, before, campaign);
  if (before.state === "scheduled" && isEmptyDoc(campaign.body)) throw emptyCampaignError();
  const version = before.version + 1;
  await tx.query
    .updateTable("newsletters")
    .set({ ...columnsOf(campaign), version, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  await saveCampaignPictures(tx, id, campaign.body);
  await recordAuditOnce(tx, actor, "newsletter.saved", id);
  return version;
}

/** Current version of a newsletter, with the rejected changes. */
export interface NewerCampaign extends Campaign {
  mine: CampaignInput;
  /** User id; "" if it is no longer recorded. */
  savedBy: string;
}

async function createConflict(tx: Writing, current: Campaign, mine: CampaignInput): Promise<DomainError> {
  const saves = await listAuditRows(tx, { subject: current.id, action: "newsletter.saved", limit: 1 });
  const detail: NewerCampaign = { ...current, mine, savedBy: saves.rows[0]?.actor ?? "" };
  return new DomainError("stale", "This was changed in the meantime. Nothing was overwritten.", { detail });
}

/** Error for a newsletter without text. */
export function emptyCampaignError(): DomainError {
  return new DomainError("invalid", "The newsletter has no text yet.", {
    fields: { body: "Write something first" },
  });
}

/** Deletes a draft. Newsletters that were sent stay on record. */
export async function deleteCampaign(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  const { state, subject } = await lockCampaign(tx, id);
  if (state !== "draft") throw new DomainError("in-use", "Only a draft can be deleted.");
  await tx.query.deleteFrom("newsletters").where("id", "=", id).execute();
  await recordAudit(tx, actor, "newsletter.deleted", id, subject);
}

/** Locks a newsletter against changes until the transaction ends. */
export async function lockCampaign(tx: Writing, id: string): Promise<Campaign> {
  await tx.locks.acquire(tx.query, `newsletter:${id}`);
  return readCampaign(tx, id);
}

function checkCampaign(input: unknown): CampaignInput {
  const sent = Object(input);
  const isMarkdown =
    typeof sent.body === "object" && sent.body !== null && Object.hasOwn(sent.body, "markdown");
  const result = campaignSchema.safeParse(
    isMarkdown ? { ...sent, body: readMarkdownField("body", sent.body) } : input,
  );
  if (!result.success) throw validationError(result.error.issues);
  return result.data;
}

function columnsOf({ subject, preview, body, isPublic }: CampaignInput) {
  return { subject, preview, body: JSON.stringify(body), is_public: isPublic ? 1 : 0 };
}

/** Records the pictures used in a newsletter, which protects them from deletion. */
export async function saveCampaignPictures(tx: Writing, newsletter_id: string, body: unknown): Promise<void> {
  await tx.query.deleteFrom("newsletter_files").where("newsletter_id", "=", newsletter_id).execute();
  const rows = [...new Set(picturesIn(body))].map((file_id) => ({ newsletter_id, file_id }));
  if (rows.length > 0) await tx.query.insertInto("newsletter_files").values(rows).execute();
}

/** Path of a newsletter in the public archive. */
export function archivePath(slug: string): string {
  return `/newsletter/archive/${encodeURIComponent(slug)}`;
}

/** A campaign without results yet counts as sent. */
const isSent = sql<boolean>`(stored = 0 or sent > 0)`;

const maxListed = 500;

/** Lists public newsletters whose sending has begun, newest first; excludes those that no mail server accepted. */
export async function listArchive(
  { query }: Database,
  limit = maxListed,
): Promise<Pick<Campaign, "subject" | "preview" | "slug" | "startedAt">[]> {
  const rows = await query
    .selectFrom("newsletters")
    .select(["subject", "preview", "slug", "started_at"])
    .where("is_public", "=", 1)
    .where("started_at", "is not", null)
    .where(isSent)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ started_at, ...row }) => ({ ...row, startedAt: started_at }));
}

/** Finds a public newsletter by slug; null if it does not exist or is not public. */
export async function findArchived({ query }: Database, slug: string): Promise<Campaign | null> {
  const row = await query
    .selectFrom("newsletters")
    .selectAll()
    .where("slug_key", "=", slugKey(slug))
    .where("is_public", "=", 1)
    .where("started_at", "is not", null)
    .where(isSent)
    .executeTakeFirst();
  return row ? presentCampaign(row) : null;
}
