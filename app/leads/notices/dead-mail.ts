import { type Database, type Writing, write } from "#app/database/database.ts";
import { readLeadSettings } from "../settings/store-lead-settings.ts";
import { type NoticeItem, tellStaff } from "./announce.ts";

/** Notices that can't be delivered are told nobody: the next one could not be either, and so on for ever. Test messages have their own. */
const withoutNotice = ["notice", "canary"];

/** Tells those who want to hear of it which mails were given up, each once; answers of how many. */
export async function tellOfDeadMail(db: Database, now: Date): Promise<number> {
  const { notices } = await readLeadSettings(db);
  if (notices["dead-mail"].pace === "never") return 0;
  const dead = await db.query
    .selectFrom("outbox")
    .leftJoin("notices", (join) =>
      join.onRef("notices.subject_id", "=", "outbox.id").on("notices.event", "=", "dead-mail"),
    )
    .select("outbox.id")
    .where("outbox.status", "=", "dead")
    .where("outbox.template", "not in", withoutNotice)
    .where("notices.id", "is", null)
    .orderBy("outbox.created_at")
    .limit(50)
    .execute();
  for (const { id } of dead) await write(db, (tx) => tellOne(tx, id, now));
  return dead.length;
}

async function tellOne(tx: Writing, id: string, now: Date): Promise<void> {
  const [item] = await describeDeadMail(tx, [id]);
  if (item) await tellStaff(tx, { event: "dead-mail", subjectId: id, item }, await readLeadSettings(tx), now);
}

export async function describeDeadMail(tx: Writing, ids: readonly string[]): Promise<NoticeItem[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query
    .selectFrom("outbox")
    .select(["subject", "to_address", "last_error"])
    .where("id", "in", ids)
    .where("status", "=", "dead")
    .orderBy("id")
    .execute();
  return rows.map(({ subject, to_address, last_error }) => ({
    event: "dead-mail" as const,
    path: "/dashboard/mail",
    title: subject,
    text: last_error,
    facts: [{ label: "To", value: to_address }],
  }));
}
