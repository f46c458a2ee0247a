import { sql } from "kysely";
import type { Role, SignInKind } from "#app/accounts/accounts.ts";
import { containsText, type Database } from "#app/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import { findWaysIn } from "./ways-of.ts";

export const peopleOrders = ["joined", "name", "seen"] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

export interface PeopleQuery extends PageRequest {
  /** Part of a name or an e-mail address. */
  q?: string | undefined;
  role?: Role | undefined;
  state?: "banned" | "leaving" | undefined;
  order: PeopleOrder;
}

/** Somebody with an account, as admins see them in a list. */
export interface ListedPerson {
  id: string;
  name: string;
  email: string;
  role: Role;
  isBanned: boolean;
  /** When the account goes, if its deletion was asked for. */
  deletesAt: string | null;
  createdAt: string;
  /** Empty for somebody who was never here. */
  lastSeenAt: string;
  waysIn: SignInKind[];
  hasSecondStep: boolean;
}

const orders = {
  joined: { column: "created_at", direction: "desc" },
  name: { column: "name", direction: "asc" },
  seen: { column: "last_seen_at", direction: "desc" },
} as const;

/** One page of the people there are: the newest first, by name, or the last seen first. */
export async function listPeople(db: Database, query: PeopleQuery): Promise<Paged<ListedPerson>> {
  const { column, direction } = orders[query.order];
  const paged = await readPage(select(db, query), query, {
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

/** How many people a list would hold, of each role and state. */
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

function select({ query }: Database, { q, role, state }: PeopleQuery) {
  let found = query.selectFrom("users").select(personColumns);
  if (role) found = found.where("role", "=", role);
  if (state === "banned") found = found.where("banned", "=", 1);
  if (state === "leaving") found = found.where("deletes_at", "is not", null);
  const looked = q?.trim() ?? "";
  if (looked === "") return found;
  return found.where(sql<boolean>`(${containsText("email_key", looked)} or ${containsText("name", looked)})`);
}

export const personColumns = [
  ...(["id", "name", "email", "role", "banned", "deletes_at", "created_at", "last_seen_at"] as const),
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

export function presentPerson(row: PersonRow): Omit<ListedPerson, "waysIn" | "hasSecondStep"> {
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
