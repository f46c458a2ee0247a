import type { Database } from "#app/database/database.ts";
import { refusals } from "../refusals.ts";
import { describeBrowser } from "../sessions/browser-name.ts";
import { listAdmins } from "./last-admin.ts";
import { type ListedPerson, personColumns, presentPerson } from "./list-people.ts";
import { findWaysIn } from "./ways-of.ts";

export interface OthersSession {
  id: string;
  /** Such as "Firefox on Windows". */
  browser: string;
  network: string;
  createdAt: string;
  lastSeenAt: string;
}

/** Somebody with an account, as an admin sees them on their own page. */
export interface OtherPerson extends ListedPerson {
  phone: string;
  image: string | null;
  roleSince: string;
  passkeys: number;
  /** The address Google vouched for; null when none is linked. */
  google: string | null;
  isLastAdmin: boolean;
  sessions: OthersSession[];
}

/** Throws a DomainError when there is no such person. */
export async function readOther(db: Database, id: string, now: Date): Promise<OtherPerson> {
  const row = await db.query
    .selectFrom("users")
    .select([...personColumns, "phone", "image", "role_since"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw refusals.missing();
  const admins = row.role === "admin" ? await listAdmins(db) : [];
  const ways = await findWaysIn(db, [id]);
  return {
    ...presentPerson(row),
    ...ways(id),
    phone: row.phone,
    image: row.image === null ? null : `/api/auth/photos/${row.image}`,
    roleSince: row.role_since,
    isLastAdmin: admins.length === 1 && admins[0] === id,
    ...(await readCredentials(db, id)),
    sessions: await readSessions(db, id, now),
  };
}

async function readCredentials({ query }: Database, id: string) {
  const passkeys = await query.selectFrom("passkeys").select("id").where("user_id", "=", id).execute();
  const google = await query
    .selectFrom("identities")
    .select("email")
    .where("user_id", "=", id)
    .where("provider_id", "=", "google")
    .executeTakeFirst();
  return { passkeys: passkeys.length, google: google?.email ?? null };
}

async function readSessions({ query }: Database, id: string, now: Date): Promise<OthersSession[]> {
  const rows = await query
    .selectFrom("sessions")
    .select(["id", "user_agent", "ip_address", "created_at", "updated_at"])
    .where("user_id", "=", id)
    .where("method", "<>", "")
    .where("expires_at", ">", now.toISOString())
    .orderBy("updated_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    browser: describeBrowser(row.user_agent ?? ""),
    network: row.ip_address ?? "",
    createdAt: row.created_at,
    lastSeenAt: row.updated_at,
  }));
}
