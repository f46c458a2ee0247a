import { setTimeout as pause } from "node:timers/promises";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import type { Repeated } from "#app/platform/background-work.ts";
import type { Kind } from "../kind.ts";
import { findKind } from "../kinds.ts";
import { type ResolvedUrl, resolveUrls } from "../urls/resolve-urls.ts";
import { checkPaths } from "./links.ts";

/** A link of a public entry that leads readers nowhere. */
export interface BrokenLink {
  kind: Kind;
  id: string;
  title: string;
  field: string;
  /** Where the link leads, as it is written. */
  path: string;
  /** What is there instead of a page. */
  place: Exclude<ResolvedUrl, "page">;
}

/** Links of public entries to pages of this site that are not there, at most `limit`; read, not searched for, however much is published. */
export async function findBrokenLinks(db: Database, limit = 50): Promise<BrokenLink[]> {
  const rows = await db.query
    .selectFrom("broken_links")
    .innerJoin("internal_links", "internal_links.path_key", "broken_links.path_key")
    .innerJoin("entries", "entries.id", "from_entry")
    .select(["entries.id", "kind", "title", "field", "path", "broken_links.path_key"])
    .where("is_live", "=", 1)
    .where("live_version", "is not", null)
    .where("deleted_at", "is", null)
    .orderBy("broken_links.path_key")
    .orderBy("from_entry")
    .limit(limit)
    .execute();
  const places = await resolveUrls(
    db,
    rows.map(({ path_key }) => path_key),
  );
  return rows.flatMap(({ id, title, field, path, path_key, kind: name }) => {
    const kind = findKind(name);
    const place = places.get(path_key) ?? "nothing";
    return kind && place !== "page" ? [{ kind, id, title, field, path, place }] : [];
  });
}

/** Looks at every address that entries link to, some at a time: files, redirects and fixed pages change without their links. */
export async function checkAllLinks(db: Database, goesOn = breathe): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined && (await goesOn()); )
    after = await write(db, (tx) => judgeNext(tx, after ?? ""));
}

/** Judges the addresses after this one and answers the last of them; undefined when there was none left. */
async function judgeNext(tx: Writing, after: string): Promise<string | undefined> {
  const rows = await tx.query
    .selectFrom("internal_links")
    .select("path_key")
    .distinct()
    .where("path_key", ">", after)
    .orderBy("path_key")
    .limit(200)
    .execute();
  const keys = rows.map(({ path_key }) => path_key);
  await checkPaths(tx, keys);
  if (keys.length === 0) await forgetUnused(tx);
  return keys.at(-1);
}

function forgetUnused(tx: Writing) {
  return tx.query
    .deleteFrom("broken_links")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("internal_links")
            .select("from_entry")
            .whereRef("internal_links.path_key", "=", "broken_links.path_key"),
        ),
      ),
    )
    .execute();
}

/** Does that at the start and every few hours, on one instance. */
export function startLinkChecks(
  db: Database,
  onError: (error: unknown) => void,
  everyMs = 6 * 3_600_000,
): Repeated {
  let isStopped = false;
  const look = (lost: AbortSignal) =>
    checkAllLinks(db, async () => (await breathe()) && !isStopped && !lost.aborted);
  const rounds = repeatOnOne(db, { name: "link checks", everyMs }, look, onError);
  return {
    stop() {
      isStopped = true;
      return rounds.stop();
    },
  };
}

/** Lets requests come first. */
async function breathe(): Promise<boolean> {
  await pause(20);
  return true;
}
