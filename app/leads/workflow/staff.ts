import type { Database } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** One of those who may answer. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
}

/** Everybody a lead can be given to, by name. */
export function listStaff(db: Database): Promise<StaffMember[]> {
  return staff(db).orderBy("name").orderBy("id").execute();
}

/** Refuses whom nothing can be given to. */
export async function findStaffMember(db: Database, id: string): Promise<StaffMember> {
  const found = await staff(db).where("id", "=", id).executeTakeFirst();
  if (found) return found;
  const message = "Choose somebody of the staff";
  throw new DomainError("invalid", "Please check these fields.", { fields: { assignee: message } });
}

/** Names by id, of whoever has an account still; for what was done by people who may have left. */
export async function nameActors(db: Database, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== "");
  if (wanted.length === 0) return new Map();
  const rows = await db.query.selectFrom("users").select(["id", "name"]).where("id", "in", wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function staff(db: Database) {
  return db.query
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("role", "in", ["editor", "admin"])
    .where("banned", "=", 0);
}
