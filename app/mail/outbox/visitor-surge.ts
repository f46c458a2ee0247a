import { type Database, write } from "#app/database/database.ts";
import { mailAdmins, priorities, urgencies } from "./outbox.ts";

/** Mails caused by strangers in an hour, from which on admins are notified. */
export const surgePerHour = 300;
const quietMs = 24 * 3_600_000;

/** Mails every admin, at most once a day, when strangers have the site send very many mails; answers whether it did. */
export async function notifyOfSurge(db: Database, publicUrl: URL, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "mail-surge");
    const earlier = await tx.query
      .selectFrom("outbox")
      .select("id")
      .where("priority", "=", priorities.transactional)
      .where("created_at", ">", new Date(now.getTime() - quietMs).toISOString())
      .where("template", "=", "mail-surge")
      .limit(1)
      .executeTakeFirst();
    if (earlier) return false;
    const { mails } = await tx.query
      .selectFrom("outbox")
      .select((eb) => eb.fn.countAll<number | string>().as("mails"))
      .where("priority", "=", priorities.transactional)
      .where("urgency", "=", urgencies.visitors)
      .where("created_at", ">", new Date(now.getTime() - 3_600_000).toISOString())
      .executeTakeFirstOrThrow();
    if (Number(mails) < surgePerHour) return false;
    const link = new URL("/dashboard/mail", publicUrl).href;
    await mailAdmins(tx, now, (name) => ({ template: "mail-surge", name, count: Number(mails), link }));
    return true;
  });
}
