import { ownParts } from "#app/accounts/names.ts";
import { findNames } from "#app/accounts/staff/find-names.ts";
import type { DeedRow } from "#app/audit/list-deeds.ts";
import { findKind, kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { phraseOf } from "./phrases.ts";

/** One deed as a sentence: who, what they did before and after its name, and where that is looked at. */
export interface DescribedDeed {
  id: string;
  at: string;
  action: string;
  actor: { id: string; name: string; path: string | null };
  before: string;
  subject: { id: string; name: string; path: string | null } | null;
  after: string;
  requestId: string;
  network: string;
}

interface Named {
  name: string;
  path: string | null;
}

/** What was done, in sentences; names are looked up once for all of them. */
export async function describeDeeds(db: Database, rows: readonly DeedRow[]): Promise<DescribedDeed[]> {
  const ids = [...new Set(rows.flatMap(({ actor, subject }) => [actor, subject]))];
  const names = await findAll(db, ids);
  return rows.map((row) => describe(row, names));
}

function describe(row: DeedRow, names: Map<string, Named>): DescribedDeed {
  const { id, at, action, requestId } = row;
  const { words, network } = readDetail(row.detail);
  const phrase = phraseOf(action, kindNames);
  const [before = "", after] = phrase(gap, words).split(gap);
  const actor = names.get(row.actor) ?? { name: ownParts[row.actor] ?? "Somebody who has left", path: null };
  const subject = names.get(row.subject) ?? { name: "something that is gone", path: null };
  return {
    ...{ id, at, action, requestId, network, before: before.trim(), after: after ?? "" },
    actor: { id: row.actor, ...actor },
    subject: after === undefined ? null : { id: row.subject, ...subject },
  };
}

/** Stands for the name while the words around it are found; no text of people holds it. */
const gap = "\u0000";
const kindNames = kinds.map(({ name }) => name);

function readDetail(detail: string): { words: string; network: string } {
  try {
    const read: unknown = JSON.parse(detail);
    const part = (name: string) => {
      const value: unknown = Reflect.get(Object(read), name);
      return typeof value === "string" ? value : "";
    };
    const from = part("from");
    const words = from
      ? `${from} → ${part("path") || part("url") || "an entry"}`
      : part("detail") || part("address");
    return { words, network: part("network") };
  } catch {
    return { words: detail, network: "" };
  }
}

async function findAll(db: Database, ids: string[]): Promise<Map<string, Named>> {
  const found = new Map<string, Named>();
  for (const [id, name] of await findNames(db, ids)) found.set(id, { name, path: `/dashboard/user/${id}` });
  const left = ids.filter((id) => id.length === 36 && !found.has(id));
  if (left.length === 0) return found;
  const entries = await db.query
    .selectFrom("entries")
    .select(["id", "title", "kind"])
    .where("id", "in", left)
    .execute();
  for (const { id, title, kind } of entries) {
    const edit = findKind(kind)?.dashboard.edit;
    found.set(id, { name: `“${title}”`, path: edit ? `/dashboard/${edit}/${id}` : null });
  }
  const issues = await db.query
    .selectFrom("newsletters")
    .select(["id", "subject"])
    .where("id", "in", left)
    .execute();
  for (const { id, subject } of issues)
    found.set(id, { name: `the newsletter “${subject}”`, path: `/dashboard/newsletter/${id}` });
  const files = await db.query.selectFrom("files").select(["id", "name"]).where("id", "in", left).execute();
  for (const { id, name } of files) found.set(id, { name, path: "/dashboard/files" });
  for (const [id, named] of await findReadersAndMails(db, left)) found.set(id, named);
  return found;
}

async function findReadersAndMails({ query }: Database, ids: string[]): Promise<[string, Named][]> {
  const readers = await query
    .selectFrom("subscribers")
    .select(["id", "email"])
    .where("id", "in", ids)
    .execute();
  const mails = await query.selectFrom("outbox").select(["id", "subject"]).where("id", "in", ids).execute();
  return [
    ...readers.map(({ id, email }): [string, Named] => [id, { name: email, path: `/dashboard/call/${id}` }]),
    ...mails.map(({ id, subject }): [string, Named] => [
      id,
      { name: `“${subject}”`, path: `/dashboard/mail/${id}` },
    ]),
  ];
}
