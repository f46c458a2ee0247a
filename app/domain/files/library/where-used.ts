import type { Database } from "#app/platform/database/database.ts";
import type { State } from "#app/platform/database/tables/content.ts";

/** A place that shows a file or links to it. */
export type FileUse = EntryUse | SettingUse;

export interface EntryUse {
  where: "entry";
  id: string;
  /** Name of the entry's kind. */
  kind: string;
  title: string;
  state: State;
  /** Name of the field that uses the file. */
  field: string;
  /** Whether the public version uses it, not only a newer draft. */
  isLive: boolean;
  isInTrash: boolean;
}

export interface SettingUse {
  where: "settings";
  /** Path of the setting, such as "about.story". */
  field: string;
}

/**
 * Finds all uses of a file in public and newest versions of entries, trashed ones included, and in
 * settings.
 */
export async function findUses(db: Database, id: string): Promise<FileUse[]> {
  const rows = await db.query
    .selectFrom("entry_links")
    .innerJoin("entries", "entries.id", "entry_links.from_entry")
    .select(["entries.id", "kind", "title", "state", "field", "is_live", "deleted_at"])
    .where("to_type", "=", "file")
    .where("to_id", "=", id)
    .orderBy("kind")
    .orderBy("title")
    .orderBy("field")
    .execute();
  const entries = rows.map(({ deleted_at, is_live, ...row }): EntryUse => {
    const isInTrash = deleted_at !== null;
    return { where: "entry", ...row, isLive: is_live === 1 && !isInTrash, isInTrash };
  });
  const settings = (await fileIdsBySetting(db)).flatMap(([field, ids]): SettingUse[] =>
    ids.includes(id) ? [{ where: "settings", field }] : [],
  );
  return [...entries, ...settings];
}

/** Counts the uses of each file. */
export async function countUses(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const rows =
    ids.length === 0
      ? []
      : await db.query
          .selectFrom("entry_links")
          .select((eb) => ["to_id", eb.fn.countAll<number>().as("count")])
          .where("to_type", "=", "file")
          .where("to_id", "in", ids)
          .groupBy("to_id")
          .execute();
  const counts = new Map(rows.map(({ to_id, count }) => [to_id, Number(count)]));
  for (const [, fileIds] of await fileIdsBySetting(db))
    for (const id of new Set(fileIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
}

/** Ids of all files that the settings may use. */
export async function idsInSettings(db: Database): Promise<Set<string>> {
  return new Set((await fileIdsBySetting(db)).flatMap(([, ids]) => ids));
}

/**
 * File ids by setting path of two parts, such as "legal.terms". Matches any value that looks like a
 * file id or a link to a file.
 */
async function fileIdsBySetting(db: Database): Promise<[string, string[]][]> {
  const rows = await db.query.selectFrom("settings").select("data").execute();
  return rows.flatMap(({ data }) =>
    Object.entries<unknown>(JSON.parse(data)).flatMap(([group, part]) =>
      Object.entries(Object(part)).map(([name, value]): [string, string[]] => [
        `${group}.${name}`,
        textsIn(value).flatMap(idsIn),
      ]),
    ),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function idsIn(text: string): string[] {
  if (/^[a-z0-9-]{8,64}$/.test(text)) return [text];
  const linked = /\/files\/([a-z0-9-]{8,64})(?![a-z0-9-])/.exec(text)?.[1];
  return linked ? [linked] : [];
}
