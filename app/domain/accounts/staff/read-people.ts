import { sql } from "kysely";
import type { Role, SignInKind } from "#app/domain/accounts/accounts.ts";
import { containsText, type Database } from "#app/platform/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import { accountErrors } from "../account-errors.ts";
import { describeBrowser } from "../sessions/known-devices.ts";
import { listAdmins } from "../users.ts";

export const peopleOrders = ["joined", "name", "seen"] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

export interface PeopleQuery extends PageRequest {
  /** Part of a name or an e-mail address. */
  q?: string | undefined;
  role?: Role | undefined;
  state?: "banned" | "leaving" | undefined;
  order: PeopleOrder;
}

/** Person with an account, as admins see them in a list. */
export interface ListedPerson {
  id: string;
  name: string;
  email: string;
  role: Role;
  isBanned: boolean;
  /** Date of the scheduled deletion; null unless requested. */
  deletesAt: string | null;
  createdAt: string;
  /** Empty for people who never signed in. */
  lastSeenAt: string;
  waysIn: SignInKind[];
  hasSecondStep: boolean;
}

const orders = {
  joined: { column: "created_at", direction: "desc" },
  name: { column: "name", direction: "asc" },
  seen: { column: "last_seen_at", direction: "desc" },
} as const;

/** Page of people: newest first, by name, or last seen first. */
export async function listPeople(db: Database, query: PeopleQuery): Promise<Paged<ListedPerson>> {
  const { column, direction } = orders[query.order];
  const paged = await readPage(selectPeople(db, query), query, {
    direction,
    sortKey: column,
    sortKeyOf: (row) => row[column],
  });
  const ways = await findWaysIn(
    db,
    paged.rows.map(({ id }) => id),
  );
  return { ...paged, rows: paged.rows.map((row) => ({ ...presentPerson(row), ...ways(row.id) })) };
}

/** Number of people by role and state. */
export async function countPeople({ query }: Database) {
  const rows = await query
    .selectFrom("users")
    .select((eb) => ["role", "banned", eb.fn.countAll<number | string>().as("many")])
    .groupBy(["role", "banned"])
    .execute();
  const sum = (isOne: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isOne).reduce((total, { many }) => total + Number(many), 0);
  return {
    all: sum(() => true),
    admin: sum(({ role }) => role === "admin"),
    editor: sum(({ role }) => role === "editor"),
    member: sum(({ role }) => role === "member"),
    banned: sum(({ banned }) => banned === 1),
  };
}

function selectPeople({ query }: Database, { q, role, state }: PeopleQuery) {
  let found = query.selectFrom("users").select(personColumns);
  if (role) found = found.where("role", "=", role);
  if (state === "banned") found = found.where("banned", "=", 1);
  if (state === "leaving") found = found.where("deletes_at", "is not", null);
  const looked = q?.trim() ?? "";
  if (looked === "") return found;
  return found.where(sql<boolean>`(${containsText("email_key", looked)} or ${containsText("name", looked)})`);
}

const personColumns = [
  "id",
  "name",
  "email",
  "role",
  "banned",
  "deletes_at",
  "created_at",
  "last_seen_at",
] as const;

interface PersonRow {
  id: string;
  name: string;
  email: string;
  role: Role;
  banned: number;
  deletes_at: string | null;
  created_at: string;
  last_seen_at: string;
}

function presentPerson(row: PersonRow): Omit<ListedPerson, "waysIn" | "hasSecondStep"> {
  const { id, name, email, role, banned, deletes_at, created_at, last_seen_at } = row;
  return {
    id,
    name,
    email,
    role,
    isBanned: banned === 1,
    deletesAt: deletes_at,
    createdAt: created_at,
    lastSeenAt: last_seen_at,
  };
}

interface FoundPerson {
  id: string;
  name: string;
  email: string;
  role: Role;
  isBanned: boolean;
}

/** People whose name or address starts with the query; for admins only. */
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

export interface OthersSession {
  id: string;
  /** Such as "Firefox on Windows". */
  browser: string;
  network: string;
  createdAt: string;
  lastSeenAt: string;
}

/** Person with an account, as admins see them on the detail page. */
export interface OtherPerson extends ListedPerson {
  phone: string;
  image: string | null;
  roleSince: string;
  passkeys: number;
  /** Google address; null if not linked. */
  google: string | null;
  isLastAdmin: boolean;
  sessions: OthersSession[];
}

/** Throws a DomainError if the person does not exist. */
export async function readOther(db: Database, id: string, now: Date): Promise<OtherPerson> {
  const row = await db.query
    .selectFrom("users")
    .select([...personColumns, "phone", "image", "role_since"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw accountErrors.missing();
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
    .select(["id", "user_agent", "ip_prefix", "created_at", "updated_at"])
    .where("user_id", "=", id)
    .where("method", "<>", "")
    .where("expires_at", ">", now.toISOString())
    .orderBy("updated_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    browser: describeBrowser(row.user_agent ?? ""),
    network: row.ip_prefix ?? "",
    createdAt: row.created_at,
    lastSeenAt: row.updated_at,
  }));
}

interface Ways {
  waysIn: SignInKind[];
  hasSecondStep: boolean;
}

/** Sign-in methods and two-factor status by person. */
async function findWaysIn({ query }: Database, ids: readonly string[]): Promise<(id: string) => Ways> {
  if (ids.length === 0) return () => ({ waysIn: [], hasSecondStep: false });
  const identities = await query
    .selectFrom("identities")
    .select(["user_id", "provider_id"])
    .where("user_id", "in", ids)
    .execute();
  const passkeys = await query
    .selectFrom("passkeys")
    .select("user_id")
    .distinct()
    .where("user_id", "in", ids)
    .execute();
  const steps = await query
    .selectFrom("two_factor")
    .select("user_id")
    .where("user_id", "in", ids)
    .where("verified", "=", 1)
    .execute();
  const has = (rows: readonly { user_id: string }[], id: string) => rows.some((row) => row.user_id === id);
  const ofProvider = (name: string) => identities.filter(({ provider_id }) => provider_id === name);
  const [passwords, googles] = [ofProvider("credential"), ofProvider("google")];
  return (id) => ({
    waysIn: [
      ...(has(passwords, id) ? (["password"] as const) : []),
      ...(has(googles, id) ? (["google"] as const) : []),
      ...(has(passkeys, id) ? (["passkey"] as const) : []),
    ],
    hasSecondStep: has(steps, id),
  });
}
