import type { Database } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { Kind } from "../kind.ts";
import { slugKey } from "../urls/slug.ts";

/** The id of an entry, drafts and all, by its id or by the address part it has or will have; in the trash only by its id. */
export async function findForStaff(db: Database, kind: Kind, address: string): Promise<string> {
  const key = slugKey(address);
  const ofKind = db.query.selectFrom("entries").select("id").where("kind", "=", kind.name);
  const outside = ofKind.where("deleted_at", "is", null);
  const found =
    (await ofKind.where("id", "=", address).executeTakeFirst()) ??
    (await outside.where("slug_key", "=", key).executeTakeFirst()) ??
    (await outside.where("next_slug_key", "=", key).executeTakeFirst());
  if (!found) throw new DomainError("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  return found.id;
}
