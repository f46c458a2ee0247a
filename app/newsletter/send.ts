import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import type { NewsletterTable } from "#app/database/tables/outgoing.ts";
import { cancelBatch, pauseBatch, releaseBatch } from "#app/mail/outbox/batches.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { isEmptyDoc } from "#app/rich-text/schema/schema.ts";
import { type Campaign, type CampaignState, testSubject } from "./campaign.ts";
import { lockCampaign, refuseEmpty } from "./campaigns.ts";

/** Sends it to every confirmed subscriber at a moment, which may be now. Until then it can be called back. */
export async function scheduleCampaign(
  tx: Writing,
  id: string,
  at: Date,
  { actor, now }: ActionContext,
): Promise<void> {
  const campaign = await lockCampaign(tx, id);
  needState(campaign, ["draft", "scheduled"]);
  if (isEmptyDoc(campaign.body)) throw refuseEmpty();
  if (at < now)
    throw new DomainError("invalid", "This moment is over.", { fields: { at: "Choose a moment to come" } });
  const readers = await countReaders(tx);
  await change(
    tx,
    id,
    { state: "scheduled", send_at: at.toISOString(), ...(await addressOf(tx, campaign)) },
    now,
  );
  if (at > now) await recordAudit(tx, actor, "newsletter.scheduled", id, at.toISOString());
  else await recordAudit(tx, actor, "newsletter.sent", id, readers === 1 ? "1 reader" : `${readers} readers`);
}

/** Calls it back before it began: it is a draft again. */
export async function unscheduleCampaign(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
): Promise<void> {
  needState(await lockCampaign(tx, id), ["scheduled"]);
  await change(tx, id, { state: "draft", send_at: null }, now);
  await recordAudit(tx, actor, "newsletter.unscheduled", id);
}

/** What is at the mail server already can't be held; the rest waits. */
export async function pauseCampaign(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
  note = "",
): Promise<void> {
  needState(await lockCampaign(tx, id), ["sending"]);
  await change(tx, id, { state: "paused", note }, now);
  await pauseBatch(tx, id);
  await recordAudit(tx, actor, "newsletter.paused", id, note);
}

export async function resumeCampaign(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  needState(await lockCampaign(tx, id), ["paused"]);
  await change(tx, id, { state: "sending", note: "", next_batch_at: now.toISOString() }, now);
  await releaseBatch(tx, id, now);
  await recordAudit(tx, actor, "newsletter.resumed", id);
}

/** For good: who has not got it does not get it any more. */
export async function cancelCampaign(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  needState(await lockCampaign(tx, id), ["sending", "paused"]);
  await change(tx, id, { state: "cancelled", finished_at: now.toISOString() }, now);
  await cancelBatch(tx, id);
  await recordAudit(tx, actor, "newsletter.cancelled", id);
}

/** One copy to somebody of the staff, whatever its state; it counts nowhere. */
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

/** Number of confirmed subscribers; refuses when it is zero. */
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

/** Its address in the archive, kept from the first time it was to be sent: the same subject again gets a number. */
async function addressOf(
  tx: Writing,
  { id, subject }: Campaign,
): Promise<{ slug: string; slug_key: string }> {
  const plain = toSlug(subject).replace(/^\.+$/, "newsletter");
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? plain : `${plain}-${number}`;
    const taken = await tx.query
      .selectFrom("newsletters")
      .select("id")
      .where("slug_key", "=", slugKey(slug))
      .where("id", "<>", id)
      .executeTakeFirst();
    if (!taken) return { slug, slug_key: slugKey(slug) };
  }
}

async function change(tx: Writing, id: string, values: Partial<NewsletterTable>, now: Date): Promise<void> {
  await tx.query
    .updateTable("newsletters")
    .set({ ...values, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  tx.invalidate(cacheTags.newsletters);
}

const words: Record<CampaignState, string> = {
  draft: "It is a draft",
  scheduled: "It waits for its moment",
  sending: "It is being sent",
  paused: "It pauses",
  sent: "It has been sent",
  cancelled: "It was cancelled",
};

function needState({ state }: Campaign, wanted: readonly CampaignState[]): void {
  if (!wanted.includes(state))
    throw new DomainError("in-use", `${words[state]}: this can't be done with it now.`);
}
