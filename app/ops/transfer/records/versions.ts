import { z } from "zod";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { listVersions, readVersion } from "#app/domain/content/versions/read-versions.ts";
import { renumberVersions, type VersionNumbers } from "#app/domain/content/versions/renumber-versions.ts";
import { checkData, keepVersion } from "#app/domain/content/versions/save-entry.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import { checkVersion, versionData } from "../apply/check-entry.ts";
import type { ImportBundle } from "../bundle/bundle.ts";
import type { BundleEntryHead } from "../bundle/collect-entries.ts";
import { asItem, type IdNames, readItem, writeFrontMatter } from "../bundle/front-matter.ts";
import {
  type Checking,
  nameKey,
  notAfter,
  type PlannedEntry,
  type PlannedNames,
  type PlannedVersions,
  type SiteContents,
} from "../bundle/plan.ts";
import {
  collectIssues,
  type ImportLocation,
  NotImportable,
  openProblemCollector,
  within,
  withLocation,
  withoutBlanks,
} from "../bundle/problems.ts";
import type { CollectedRecord } from "./records.ts";

/** Member of the JSON file; in a folder the file name without `.jsonl`. */
export const versionList = "versions";

/** Ids of the entries that have versions. */
interface Entries {
  /** Entries outside the trash by kind and title. */
  ids: Map<string, string>;
  /** Entries in the trash by position in its list, without those that existed before. */
  trashed: Map<number, string>;
}

const maxVersions = 1_000_000_000;

const lineSchema = z.strictObject({
  of: z.union([
    z.strictObject({ kind: z.enum(kinds.map(({ name }) => name)), title: z.string() }),
    z.strictObject({ kind: z.enum(kinds.map(({ name }) => name)), trash: z.int().min(1) }),
  ]),
  number: z.int().min(1).max(maxVersions),
  at: z.iso.datetime("Write a time such as 2026-03-01T10:00:00.000Z"),
  /** Id of an account. */
  by: z.string().max(200).nullable().default(null),
  note: z.string().max(10_000).default(""),
  isAutosave: z.boolean().default(false),
  /** Marks the public or newest version, whose data the entry contains. */
  is: z.enum(["public", "newest"]).optional(),
  /** The data of an old version. */
  entry: z.unknown().optional(),
});

type VersionLine = z.infer<typeof lineSchema>;

/** Checks each line, and the data of old versions like that of entries. */
export async function checkVersions(
  { versions: read }: ImportBundle,
  entries: readonly PlannedEntry[],
  trashed: number,
  checking: Checking,
): Promise<PlannedVersions | null> {
  if (read === null) return null;
  const { collector } = checking;
  const coming = new Set(entries.map(({ kind, title }) => nameKey(kind.name, title)));
  const numbers = new Map<string, VersionNumbers>();
  const places = new Map<string, ImportLocation>();
  let count = 0;
  for await (const { value, place } of withBreaks(read(collector))) {
    const line = readLine(value, place, checking);
    if (line === null) continue;
    const { of } = line;
    const isThere = "trash" in of ? of.trash <= trashed : coming.has(nameKey(of.kind, of.title));
    if (!isThere) collector.note(place, ["of"], "The import has no entry with this title for this version");
    if ((line.entry === undefined) === (line.is === undefined))
      collector.note(place, [], "Enter “is” (public or newest) or “entry”, the content of this version");
    if (line.entry !== undefined) {
      const kind = kindOf(line);
      const title = "title" in of ? `“${of.title}”` : `${of.trash} in the trash`;
      const sheets = readItem(line.entry, within(place, "entry"), collector);
      checkVersion(`${kind.label.one} ${title}, version ${line.number}`, kind, sheets, checking);
    }
    const known = numbers.get(keyOf(line)) ?? { live: null, latest: null, highestOther: 0 };
    numbers.set(keyOf(line), withNumber(known, line));
    places.set(keyOf(line), place);
    count += 1;
  }
  for (const [key, { live, latest, highestOther }] of numbers) {
    const newest = latest ?? live;
    const isWrong = newest !== null && (newest <= highestOther || (latest !== null && latest <= (live ?? 0)));
    const place = places.get(key);
    if (isWrong && place)
      collector.note(place, ["number"], "The newest version of this entry must have the highest number");
  }
  return { read, numbers, count };
}

function withNumber(known: VersionNumbers, { is, number }: VersionLine): VersionNumbers {
  if (is === "public") return { ...known, live: number };
  if (is === "newest") return { ...known, latest: number };
  return { ...known, highestOther: Math.max(known.highestOther, number) };
}

/** Stores the history of new entries, and returns the number of versions. Existing entries keep their own history. */
export async function applyVersions(
  tx: Writing,
  { read, numbers }: PlannedVersions,
  entries: Entries,
  names: PlannedNames,
  { site, samePeople, now }: { site: SiteContents; samePeople: ReadonlyMap<string, string>; now: Date },
): Promise<number> {
  const checking = { names, collector: openProblemCollector() };
  const begun = new Set<string>();
  let count = 0;
  for await (const { value, place } of withBreaks(read(checking.collector))) {
    const line = withPastMoment(readLine(value, place, checking), now);
    const id = line && idOf(line, entries, site);
    if (!line || !id) continue;
    count += 1;
    const kind = kindOf(line);
    const ofEntry = numbers.get(keyOf(line));
    if (ofEntry && !begun.has(id)) await renumberVersions(tx, kind, id, ofEntry);
    begun.add(id);
    const by = line.by === null ? null : (samePeople.get(line.by) ?? line.by);
    if (line.is !== undefined) {
      await describeVersion(tx, id, line, by);
      continue;
    }
    const { sheet } = readItem(line.entry, within(place, "entry"), checking.collector);
    const save = {
      actor: { id: by },
      now: new Date(line.at),
      note: line.note,
      isAutosave: line.isAutosave,
    };
    await withLocation(place, async () => {
      const data = checkData(kind, versionData(kind, sheet, names));
      await keepVersion(tx, kind, id, line.number, data, save).catch((error) => {
        if (!tx.dialect.isUniqueViolation(error)) throw error;
        const message = "Another version of this entry has this number";
        throw new NotImportable([
          { file: place.file, line: place.lineOf(["number"]), field: "number", message },
        ]);
      });
    });
  }
  return count;
}

function withPastMoment(line: VersionLine | null, now: Date): VersionLine | null {
  return line && { ...line, at: notAfter(new Date(line.at).toISOString(), now) };
}

/** Sets date and author of a version that was stored with its entry. */
async function describeVersion(
  { query }: Writing,
  id: string,
  { at, note, number, isAutosave }: VersionLine,
  by: string | null,
): Promise<void> {
  await query
    .updateTable("entry_versions")
    .set({ author_id: by, created_at: at, note, is_autosave: Number(isAutosave) })
    .where("entry_id", "=", id)
    .where("number", "=", number)
    .execute();
  await query
    .updateTable("entries")
    .set({ author_id: by })
    .where("id", "=", id)
    .where("latest_version", "=", number)
    .execute();
}

function readLine(value: unknown, place: ImportLocation, { collector }: Checking): VersionLine | null {
  const result = lineSchema.safeParse(withoutBlanks(value));
  if (result.success) return result.data;
  collectIssues(collector, place, lineSchema, result.error.issues);
  return null;
}

function idOf({ of }: VersionLine, { ids, trashed }: Entries, site: SiteContents): string | null {
  if ("trash" in of) return trashed.get(of.trash) ?? null;
  const key = nameKey(of.kind, of.title);
  return site.entries.has(key) ? null : (ids.get(key) ?? null);
}

function keyOf({ of }: VersionLine): string {
  return "trash" in of ? `trash ${of.trash}` : nameKey(of.kind, of.title);
}

function kindOf({ of }: VersionLine) {
  const kind = findKind(of.kind);
  if (!kind) throw new Error(`The schema let the kind ${of.kind} pass.`);
  return kind;
}

export interface CollectOptions {
  /** Whether lines include the author. */
  withPeople: boolean;
}

/** A line for each version of each entry. Only versions other than the public and the newest one include data. */
export async function* collectVersions(
  db: Database,
  heads: { live: readonly BundleEntryHead[]; trashed: readonly BundleEntryHead[] },
  names: IdNames,
  { withPeople }: CollectOptions,
): AsyncGenerator<CollectedRecord> {
  const named = heads.live.map((head) => ({ head, of: { kind: head.kind.name, title: head.title } }));
  const numbered = heads.trashed.map((head, at) => ({ head, of: { kind: head.kind.name, trash: at + 1 } }));
  for await (const { head, of } of withBreaks([...named, ...numbered])) {
    const { kind, row } = head;
    const versions = await listVersions(db, row.id);
    for (const { number, author_id, note, is_autosave, created_at } of versions.reverse()) {
      const is = number === row.live_version ? "public" : number === row.latest_version ? "newest" : null;
      const about = {
        of,
        number,
        at: created_at,
        by: withPeople ? author_id : null,
        note,
        isAutosave: is_autosave === 1,
        is,
      };
      const fields = Object.entries(about).filter(
        ([, value]) => value !== null && value !== "" && value !== false,
      );
      const old = is === null ? (await readVersion(db, kind, row.id, number)).data : null;
      const entry = old && asItem(writeFrontMatter(kind, old, {}, names), null);
      yield {
        list: versionList,
        row: Object.fromEntries(entry ? [...fields, ["entry", entry]] : fields),
      };
    }
  }
}
