import { write } from "#app/database/database.ts";
import { acceptPortrait } from "#app/files/pictures/accept-portrait.ts";
import { newId } from "#app/platform/id.ts";
import type { AccountRequest, Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { countFirst, photoLimits } from "../limits.ts";
import { clientContextOf, recordEvent } from "../request-context.ts";
import { requireSigned } from "../sessions/identify.ts";

/** Drawn anew and small. It stays out of the company's library: it is the person's own, and goes with them. */
export const savePhoto =
  (deps: Dependencies): Accounts["savePhoto"] =>
  async (asking, file) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireSigned(deps, asking);
    if (file !== null) await countFirst(deps, photoLimits(person.id), here);
    const bytes = file === null ? null : (await acceptPortrait(file)).toString("base64");
    const id = newId();
    await write(deps.db, async (tx) => {
      await tx.query.deleteFrom("photos").where("user_id", "=", person.id).execute();
      const row = { id, user_id: person.id, created_at: here.at };
      if (bytes)
        await tx.query
          .insertInto("photos")
          .values({ ...row, bytes })
          .execute();
      const changed = { image: bytes ? id : null, updated_at: here.at };
      await tx.query.updateTable("users").set(changed).where("id", "=", person.id).execute();
      await recordEvent(tx, here, { actor: person.id, action: "photo-changed", subject: person.id });
    });
    return { cookies: [] };
  };

/** A photo for its owner and for staff; null for anybody else, and where there is none. */
export async function readPhoto(
  deps: Dependencies,
  asking: AccountRequest,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { person } = await requireSigned(deps, asking);
  const row = await deps.db.query.selectFrom("photos").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (row.user_id !== person.id && person.role === "member")) return null;
  return Uint8Array.from(Buffer.from(row.bytes, "base64"));
}
