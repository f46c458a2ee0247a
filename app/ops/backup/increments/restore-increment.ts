import { join } from "node:path";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { readDatabaseOfPages } from "../backup-owner.ts";
import { byMoment, formatFutureBackups, isAhead } from "../backup-store.ts";
import { BrokenBackup } from "../file/format.ts";
import { failedProof, type Proof, type ProofDependencies, proveBackup } from "../proof/prove-backup.ts";
import { type RestoredSite, restoreSite, type SiteRestore } from "../restore-backup.ts";
import { readCopy } from "../snapshot.ts";
import { backupLines, type Snapshot } from "../write-backup.ts";
import { readPageName } from "./page-sets.ts";
import {
  listIncrementTimes,
  type PagePlace,
  type RebuiltDatabase,
  readBackedUpFiles,
  rebuildDatabase,
} from "./read-increment.ts";

export interface IncrementRestore extends Pick<SiteRestore, "secret"> {
  /**
   * The name of an increment or base, or a search for the newest valid one later than a full
   * backup.
   */
  wanted: string | NewestIncrement;
  /** Receives a line for the chosen part and each skipped one. */
  log(line: string): void;
}

export interface NewestIncrement {
  /** Time of the full backup. */
  after: Date;
  /** Database id; increments of other databases are ignored. */
  database: string;
  /** Parts dated later count as oldest. */
  now: Date;
}

/**
 * Restores a site from an increment, into either engine, as `restoreSite` does. Files come from its
 * full backup and the later file parts; returns null if there is no such increment.
 */
export async function restoreIncrement(
  env: Env,
  place: PagePlace,
  { wanted, secret, log }: IncrementRestore,
): Promise<RestoredSite | null> {
  using scratch = makeScratch(env.dataDir);
  const path = join(scratch.path, "rebuilt.sqlite");
  const rebuilt =
    typeof wanted === "string"
      ? await rebuildDatabase(place, wanted, path)
      : await rebuildNewest(place, wanted, path, log);
  if (!rebuilt) return null;
  log(`Taking ${rebuilt.name}, and the files of ${rebuilt.backup}.`);
  return await readCopy(path, rebuilt.takenAt, (copy) =>
    restoreSite(env, {
      lines: linesOf(copy, rebuilt),
      files: readBackedUpFiles(place, rebuilt),
      secret,
    }),
  );
}

/** Proves an increment; never throws. */
export async function proveIncrement(
  place: PagePlace,
  name: string,
  parts: Omit<ProofDependencies, "lines" | "files">,
): Promise<Proof> {
  const path = join(parts.scratch, "rebuilt.sqlite");
  try {
    const rebuilt = await rebuildDatabase(place, name, path);
    return await readCopy(path, rebuilt.takenAt, (copy) =>
      proveBackup({
        ...parts,
        lines: linesOf(copy, rebuilt),
        files: readBackedUpFiles(place, rebuilt),
      }),
    );
  } catch (error) {
    return failedProof(error);
  }
}

async function* linesOf(copy: Snapshot, { product }: RebuiltDatabase): AsyncGenerator<Uint8Array> {
  for await (const line of backupLines(copy, { files: null, product, reason: "increment" }))
    yield Buffer.from(line);
}

async function rebuildNewest(
  place: PagePlace,
  { after, database, now }: NewestIncrement,
  path: string,
  log: (line: string) => void,
): Promise<RebuiltDatabase | null> {
  const moments = await listIncrementTimes(place.pages, now);
  const isEarlier = byMoment(now);
  const owners = new Map<string | undefined, string>();
  const ahead = moments.filter(({ takenAt }) => isAhead(takenAt, now)).map(({ name }) => name);
  if (ahead.length > 0 && ahead.length < moments.length) log(formatFutureBackups(ahead));
  for (const { name, takenAt } of moments) {
    if (isEarlier({ takenAt }, { takenAt: after }) >= 0) return null;
    try {
      const set = readPageName(name)?.set;
      const owner = owners.get(set) ?? (await readDatabaseOfPages(place, { name }));
      owners.set(set, owner);
      if (owner !== database) continue;
      return await rebuildDatabase(place, name, path);
    } catch (error) {
      if (!(error instanceof BrokenBackup)) throw error;
      log(`${name} is skipped: ${error.message}`);
    }
  }
  return null;
}
