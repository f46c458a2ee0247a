import type { Writing } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";

/** Who acts: a person's id, or a part of the product such as "schedule" or "import", and the request it came by. */
export interface Actor {
  id: string;
  requestId: string;
}

/** Keeps who did what, in the transaction of the deed itself; rows are never changed. */
export async function recordAudit(
  tx: Writing,
  actor: Actor,
  action: string,
  subject: string,
  detail = "",
): Promise<void> {
  const row = {
    id: newId(),
    at: new Date().toISOString(),
    actor: actor.id,
    action,
    subject,
    detail,
    request_id: actor.requestId,
  };
  await tx.query.insertInto("audit").values(row).execute();
}
