import { readActorNames } from "#app/accounts/staff/actor-names.ts";
import type { Kind } from "#app/content/kind.ts";
import { readNames } from "#app/content/staff-list/names.ts";
import { listHistory, readEntry, readVersion } from "#app/content/versions/read-versions.ts";
import type { Database } from "#app/database/database.ts";
import { compareData } from "#app/fields/differences/compare-data.ts";
import { describeFields } from "#app/fields/field.ts";
import { describeKind } from "./kind-of-screen.ts";

/** Everything the history of an entry shows for a query: its versions, and what differs between two of them. */
export async function readHistory(db: Database, kind: Kind, id: string, search: URLSearchParams) {
  const entry = await readEntry(db, kind, id);
  const before = readNumber(search, "before");
  const { versions, next } = await listHistory(db, id, { before });
  const nameOf = await readActorNames(
    db,
    versions.map(({ by }) => by),
  );
  const to = readNumber(search, "to") ?? entry.version;
  const older = (await listHistory(db, id, { before: to, limit: 1 })).versions[0]?.number;
  const isChanged = entry.liveVersion !== null && entry.liveVersion < to;
  const from = readNumber(search, "from") ?? (isChanged ? entry.liveVersion : null) ?? older ?? to;
  return {
    id,
    kind: describeKind(kind),
    title: entry.data.title,
    state: entry.state,
    newest: entry.version,
    live: entry.liveVersion,
    isInTrash: entry.deletedAt !== null,
    versions: versions.map((version) => ({ ...version, by: nameOf(version.by) })),
    next,
    isFirst: before === undefined,
    from,
    to,
    differences: await compareVersions(db, kind, id, from, to),
  };
}

async function compareVersions(db: Database, kind: Kind, id: string, from: number, to: number) {
  if (from === to) return [];
  const [before, after] = [await readVersion(db, kind, id, from), await readVersion(db, kind, id, to)];
  const names = await readNames(db, kind, [before.data, after.data]);
  return compareData(describeFields(kind.fields), before.data, after.data, names);
}

function readNumber(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
