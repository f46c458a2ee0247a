import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { cancelBatch, pauseBatch, releaseBatch } from "#app/domain/mail/outbox/batches.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Writing } from "#app/platform/database/database.ts";
import type { NewsletterTable } from "#app/platform/database/tables/outgoing.ts";
import { type Campaign, type CampaignState, testSubject } from "./campaign.ts";
import { emptyCampaignError, lockCampaign } from "./campaigns.ts";

/** Schedules a newsletter to every confirmed subscriber at a time, which may be now. It can be unscheduled until then. */
export async function scheduleCampaign(
  tx: Writing,
  id: string,
  at: Date,
  { actor, now }: ActionContext,
): Promise<void> {
  const campaign = await lockCampaign(tx, id);
  requireState(campaign, ["draft", "scheduled"]);
  if (isEmptyDoc(campaign.body)) throw emptyCampaignError();
  if (at < now)
    throw new DomainError("invalid", "This time has passed.", {
      fields: { at: "Choose a time in the future" },
    });
  const readers = await countReaders(tx);
  await updateCampaign(
    tx,
    id,
    { state: "scheduled", send_at: at.toISOString(), ...(await assignSlug(tx, campaign)) },
    now,
  );
  if (at > now) await recordAudit(tx, actor, "newsletter.scheduled", id, at.toISOString());
  else await recordAudit(tx, actor, "newsletter.sent", id, readers === 1 ? "1 reader" : `${readers} readers`);
}

/** Returns a scheduled newsletter to draft. */
export async function unscheduleCampaign(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
): Promise<void> {
  requireState(await lockCampaign(tx, id), ["scheduled"]);
  await updateCampaign(tx, id, { state: "draft", send_at: null }, now);
  await recordAudit(tx, actor, "newsletter.unscheduled", id);
}

/** Pauses sending; mail that was handed to the mail server still arrives. */
export async function pauseCampaign(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
  note = "",
): Promise<void> {
  requireState(await lockCampaign(tx, id), ["sending"]);
  await updateCampaign(tx, id, { state: "paused", note }, now);
  await pauseBatch(tx, id);
  await recordAudit(tx, actor, "newsletter.paused", id, note);
}

export async function resumeCampaign(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  requireState(await lockCampaign(tx, id), ["paused"]);
  await updateCampaign(tx, id, { state: "sending", note: "", next_batch_at: now.toISOString() }, now);
  await releaseBatch(tx, id, now);
  await recordAudit(tx, actor, "newsletter.resumed", id);
}

/** Cancels sending permanently. */
export async function cancelCampaign(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  requireState(await lockCampaign(tx, id), ["sending", "paused"]);
  await updateCampaign(tx, id, { state: "cancelled", finished_at: now.toISOString() }, now);
  await cancelBatch(tx, id);
  await recordAudit(tx, actor, "newsletter.cancelled", id);
}

/** Sends one test copy to a staff member, in any state and without counting it. */
export async function sendCampaignTest(
  tx: Writing,
  id: string,
  to: string,
  { actor, now }: ActionContext,
): Promise<string> {
  const campaign = await lockCampaign(tx, id);
  const mail = { template: "newsletter", name: "", issue: id, reader: null } as const;
  await recordAudit(tx, actor, "newsletter.tested", id);
  return queueMail(tx, { to, mail, subject: testSubject(campaign.subject) }, now);
}

/** Counts confirmed subscribers. Throws a DomainError at zero. */
async function countReaders({ query }: Writing): Promise<number> {
  const row = await query
    .selectFrom("subscribers")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("status", "=", "confirmed")
    .executeTakeFirst();
  const count = Number(row?.count ?? 0);
  if (count === 0) throw new DomainError("invalid", "Nobody has confirmed a subscription yet.");
  return count;
}

/** Returns the slug in the archive; a number distinguishes equal subjects. */
async function assignSlug(
  tx: Writing,
  { id, subject }: Campaign,
): Promise<{ slug: string; slug_key: string }> {
  const plain = toSlug(subject).replace(/^\.+$/, "newsletter");
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? plain : `${plain}-${number}`;
    const existing = await tx.query
      .selectFrom("newsletters")
      .select("id")
      .where("slug_key", "=", slugKey(slug))
      .where("id", "<>", id)
      .executeTakeFirst();
    if (!existing) return { slug, slug_key: slugKey(slug) };
  }
}

async function updateCampaign(
  tx: Writing,
  id: string,
  values: Partial<NewsletterTable>,
  now: Date,
): Promise<void> {
  await tx.query
    .updateTable("newsletters")
    .set({ ...values, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  tx.invalidate(cacheTags.newsletters);
}

const stateMessages: Record<CampaignState, string> = {
  draft: "It is a draft",
  scheduled: "It is scheduled",
  sending: "It is being sent",
  paused: "It is paused",
  sent: "It has been sent",
  cancelled: "It was cancelled",
};

function requireState({ state }: Campaign, wanted: readonly CampaignState[]): void {
  if (!wanted.includes(state))
    throw new DomainError("in-use", `${stateMessages[state]}, so this is not possible now.`);
}
