import type { ActionContext } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { countAttempt, type Limit } from "#app/http/ops/limits.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** Enough for the pictures of an event at once; not for a script that has gone wild. */
export const mostUploads = 120;
const seconds = 30 * 60;

/** What one person's uploads of a day may take, as they are kept. */
export const mostBytesADay = 500_000_000;

export function uploadLimits(personId: string): Limit[] {
  return [{ rule: "upload", subject: personId, max: mostUploads, seconds }];
}

/** Counts one upload of a person, whatever becomes of it. Throws a DomainError ("too-many") that says how long to wait. */
export async function countUpload(db: Database, { actor, now }: ActionContext): Promise<void> {
  await write(db, (tx) => countAttempt(tx, uploadLimits(actor.id), now));
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const row = await db.query
    .selectFrom("files")
    .select((eb) => eb.fn.sum<number | null>("bytes").as("bytes"))
    .where("created_by", "=", actor.id)
    .where("created_at", ">", dayAgo)
    .executeTakeFirst();
  if (Number(row?.bytes ?? 0) < mostBytesADay) return;
  throw new DomainError("too-many", "You have sent 500 MB within a day. Please go on tomorrow.", {
    detail: 3600,
  });
}
