import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { Role } from "../accounts.ts";

export interface FoundPerson {
  id: string;
  name: string;
  email: string;
  role: Role;
  isBanned: boolean;
}

/** People one of whose names, or whose address, begins with these words; for admins alone. */
export async function findPeople(db: Database, query: string, limit: number): Promise<FoundPerson[]> {
  const words = query.trim().toLowerCase().replace(/\s+/gu, " ").slice(0, 100);
  if (words === "") return [];
  const start = `${words.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db.query
    .selectFrom("users")
    .select(["id", "name", "email", "role", "banned"])
    .where((eb) =>
      eb.or([
        sql<boolean>`email_key like ${start} escape '\\'`,
        sql<boolean>`lower(name) like ${start} escape '\\'`,
        sql<boolean>`lower(name) like ${`% ${start}`} escape '\\'`,
      ]),
    )
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ banned, ...person }) => ({ ...person, isBanned: banned === 1 }));
}
