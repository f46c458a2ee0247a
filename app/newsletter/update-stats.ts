import { type Database, write } from "#app/database/database.ts";
import { type BatchFigures, countBatch, countUnderWay } from "#app/mail/outbox/batches.ts";
import type { CampaignRow } from "./campaign.ts";
import { nextReaders } from "./campaign-readers.ts";
import { lockCampaign } from "./campaigns.ts";
import { pauseCampaign } from "./send.ts";

const schedule = { id: "schedule", requestId: "" };

/** Keeps what has become of an issue's mails; ends it when everybody has been tried, and stops it when too many are refused. */
export async function updateCampaignStats(db: Database, campaign: CampaignRow, now: Date): Promise<void> {
  const figures = await countBatch(db, campaign.id);
  await keepFigures(db, campaign, figures);
  if (campaign.state !== "sending") return;
  if (isRefused(figures)) return stop(db, campaign.id, figures, now);
  const isDone =
    (await countUnderWay(db, campaign.id)) === 0 && (await nextReaders(db, campaign, 1)).length === 0;
  if (!isDone) return;
  await db.query
    .updateTable("newsletters")
    .set({ state: "sent", finished_at: now.toISOString() })
    .where("id", "=", campaign.id)
    .where("state", "=", "sending")
    .execute();
}

const settledForMs = 3 * 86_400_000;

/** A mailbox that could not take it at first is tried for a day after the rest is done. */
export async function updateEndedStats(db: Database, now: Date): Promise<void> {
  const recent = new Date(now.getTime() - settledForMs).toISOString();
  const ended = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("finished_at", ">", recent)
    .execute();
  for (const campaign of ended) await keepFigures(db, campaign, await countBatch(db, campaign.id));
}

async function keepFigures(db: Database, campaign: CampaignRow, figures: BatchFigures): Promise<void> {
  const { failed, dropped } = figures;
  // What has left stays sent, also when its reader and their mails are erased.
  const sent = Math.max(campaign.sent, figures.sent);
  const kept = Math.max(campaign.kept, figures.kept);
  if (
    campaign.sent === sent &&
    campaign.kept === kept &&
    campaign.failed === failed &&
    campaign.dropped === dropped
  )
    return;
  await db.query
    .updateTable("newsletters")
    .set({ sent, kept, failed, dropped })
    .where("id", "=", campaign.id)
    .execute();
}

/** A list of bought or ancient addresses, or a mail server that minds us: going on would cost the company its good name. */
function isRefused({ sent, failed }: BatchFigures): boolean {
  return failed >= 20 && failed > (sent + failed) / 5;
}

async function stop(db: Database, id: string, { sent, failed }: BatchFigures, now: Date): Promise<void> {
  const note = `${failed} of the first ${failed + sent} mailboxes took nothing. Look at the reasons under Mail before it goes on.`;
  await write(db, async (tx) => {
    // Another instance may have stopped it in this moment.
    if ((await lockCampaign(tx, id)).state === "sending")
      await pauseCampaign(tx, id, { actor: schedule, now }, note);
  });
}
