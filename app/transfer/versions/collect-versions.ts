import { listVersions, readVersion } from "#app/content/versions/read-versions.ts";
import type { Database } from "#app/database/database.ts";
import { withBreaks } from "#app/platform/breaks.ts";
import type { BundleEntryHead } from "../bundle/collect-entries.ts";
import { asItem, type IdNames, writeFrontMatter } from "../bundle/write-front-matter.ts";
import type { CollectedRecord } from "../records/collect-records.ts";
import { versionList } from "./import-versions.ts";

export interface CollectOptions {
  /** Whether it is told who made each version. */
  withPeople: boolean;
}

/** A line for each version of each entry: of the public and the newest one when it was made, of the others what they said as well. */
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
      const said = Object.entries(about).filter(
        ([, value]) => value !== null && value !== "" && value !== false,
      );
      const old = is === null ? (await readVersion(db, kind, row.id, number)).data : null;
      const entry = old && asItem(writeFrontMatter(kind, old, {}, names), null);
      yield {
        list: versionList,
        row: Object.fromEntries(entry ? [...said, ["entry", entry]] : said),
      };
    }
  }
}
