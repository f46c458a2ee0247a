import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Staff member who can answer leads. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
}

/** Lists the possible assignees by name. */
export function listStaff(db: Database): Promise<StaffMember[]> {
  return selectStaff(db).orderBy("name").orderBy("id").execute();
}

/** Finds a possible assignee. Throws a DomainError otherwise. */
export async function findStaffMember(db: Database, id: string): Promise<StaffMember> {
  const found = await selectStaff(db).where("id", "=", id).executeTakeFirst();
  if (found) return found;
  const message = "Choose a staff member";
  throw new DomainError("invalid", "Please check these fields.", { fields: { assignee: message } });
}

/** Reads the names of users by id; deleted users are missing. */
export async function nameActors(db: Database, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== "");
  if (wanted.length === 0) return new Map();
  const rows = await db.query.selectFrom("users").select(["id", "name"]).where("id", "in", wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function selectStaff(db: Database) {
  return db.query
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("role", "in", ["editor", "admin"])
    .where("banned", "=", 0);
}
