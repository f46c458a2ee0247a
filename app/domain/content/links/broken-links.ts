import { setTimeout as pause } from "node:timers/promises";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import type { Kind } from "../kind.ts";
import { findKind } from "../kinds.ts";
import { type ResolvedUrl, resolveUrls } from "../urls/resolve-urls.ts";
import { checkPaths } from "./links.ts";

/** Link of a public entry to an unavailable address. */
export interface BrokenLink {
  kind: Kind;
  id: string;
  title: string;
  field: string;
  /** Target as written. */
  path: string;
  /** Content at the target instead of a page. */
  place: Exclude<ResolvedUrl, "page">;
}

/**
 * Broken internal links of public entries, at most `limit`. Reads stored results, so the cost is independent of the
 * number of entries.
 */
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

/**
 * Checks all link targets of entries in batches, because files, redirects and fixed pages change independently of
 * entries.
 */
export async function checkAllLinks(db: Database, mayContinue = yieldToRequests): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined && (await mayContinue()); )
    after = await write(db, (tx) => checkNextBatch(tx, after ?? ""));
}

/** Checks the next batch of addresses; returns the last one, or undefined at the end. */
async function checkNextBatch(tx: Writing, after: string): Promise<string | undefined> {
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

/** Checks all links at startup and every few hours, on one instance. */
export function startLinkChecks(
  db: Database,
  onError: (error: unknown) => void,
  everyMs = 6 * 3_600_000,
): PeriodicTask {
  let isStopped = false;
  const check = (lost: AbortSignal) =>
    checkAllLinks(db, async () => (await yieldToRequests()) && !isStopped && !lost.aborted);
  const job = repeatOnOneInstance(db, { name: "link checks", everyMs }, check, onError);
  return {
    stop() {
      isStopped = true;
      return job.stop();
    },
  };
}

/** Yields to pending requests. */
async function yieldToRequests(): Promise<boolean> {
  await pause(20);
  return true;
}
