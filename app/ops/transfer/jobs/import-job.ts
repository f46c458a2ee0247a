import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { reindexEntries } from "#app/domain/content/published/rebuild-live.ts";
import { DomainError, PlainError } from "#app/lib/errors/domain-error.ts";
import { findRequestedBackup, listBackups, requestBackup } from "#app/ops/backup/backups.ts";
import { write } from "#app/platform/database/database.ts";
import { holdLease } from "#app/platform/database/leases.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Installation, JobServices } from "#app/platform/services.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { removeOldReports, storeImportReport } from "./import-report.ts";
import { changesName, type ImportLine, runImportSubprocess, workedOutName } from "./import-subprocess.ts";
import type { ImportFindings } from "./import-work.ts";
import {
  countFoundLosses,
  findActiveImport,
  finishImport,
  type ImportRow,
  importFolderOf,
  moveImport,
  movingStates,
  removeImportFolder,
  removeOldImportFolders,
} from "./imports.ts";

export interface ImportDependencies extends JobServices, Installation {
  env: Pick<Env, "dataDir">;
  /** Whether backups are configured. */
  canBackUp: boolean;
  /** Runs the import process; replaced in tests. */
  runSubprocess?: typeof runImportSubprocess;
  /** Maximum milliseconds of a dry run; shorter in tests. */
  maxDryRunMs?: number;
}

const pollMs = 2000;
const hourMs = 3_600_000;
/** Milliseconds for the instance with the file to resume the import. */
const abandonedMs = 600_000;

/** Runs imports from the dashboard one after another, on the instance that has the file. */
export function startImports(parts: ImportDependencies, onError: (error: unknown) => void): PeriodicTask {
  const stopping = new AbortController();
  const { db, env } = parts;
  const jobs = [
    repeat(
      () =>
        runImports(parts, stopping.signal).catch((error) => {
          if (!stopping.signal.aborted) throw error;
        }),
      pollMs,
      onError,
    ),
    repeat(
      async () => {
        removeOldImportFolders(env.dataDir, (await findActiveImport(db))?.id ?? null);
        await removeOldReports(db, parts.clock.now());
      },
      hourMs,
      onError,
      hourMs,
    ),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Runs the next step of the active import. */
export async function runImports(parts: ImportDependencies, signal: AbortSignal): Promise<void> {
  const { db, env, clock } = parts;
  const found = await findActiveImport(db);
  if (!found || !movingStates.includes(found.state)) return;
  const isHere = existsSync(importFolderOf(env.dataDir, found.id));
  const isAbandoned = clock.now().getTime() - Date.parse(found.updated_at) > abandonedMs;
  // Any instance may report an import whose process has died.
  if (!isHere && found.state !== "importing" && !isAbandoned) return;
  await holdLease(db, { name: "import", forMs: 60_000 }, async (held) => {
    const row = await findActiveImport(db);
    if (row?.id !== found.id || row.state !== found.state) return;
    if (row.state !== "importing" && !isHere) return failLost(parts, row);
    await runNextStep(parts, row, AbortSignal.any([signal, held]));
  });
}

async function runNextStep(parts: ImportDependencies, row: ImportRow, signal: AbortSignal): Promise<void> {
  if (row.state === "checking") return await checkFile(parts, row, signal);
  if (row.state === "backing-up") {
    if (await isBackedUp(parts, row)) await runConfirmed(parts, row, signal);
    return;
  }
  if (row.state === "indexing") return await index(parts, row);
  // The lease is free, so the process of the import ended before the commit.
  await moveImport(parts.db, { id: row.id, from: "importing" }, { state: "interrupted" }, parts.clock.now());
}

async function failLost({ db, clock }: ImportDependencies, row: ImportRow): Promise<void> {
  // The content is committed; missing search words are indexed with the next change of each entry.
  const change =
    row.state === "indexing"
      ? { state: "done" as const }
      : {
          state: "failed" as const,
          problem: "The server that has the file no longer runs. Upload the file again.",
        };
  await moveImport(db, { id: row.id, from: row.state }, change, clock.now());
}

async function checkFile(parts: ImportDependencies, row: ImportRow, signal: AbortSignal): Promise<void> {
  const { db, clock, env, log } = parts;
  let change: { state: ImportRow["state"]; findings?: string; problem?: string };
  try {
    const answer = await runOrder(parts, row, { isDryRun: true, replace: false }, signal);
    if (!("findings" in answer)) throw new Error("The check of the file gave no result.");
    const { findings } = answer;
    change = { state: findings.summary ? "ready" : "refused", findings: findingsText(findings) };
  } catch (error) {
    // The next process repeats the dry run.
    if (signal.aborted) throw error;
    if (error instanceof Discarded) return removeImportFolder(env.dataDir, row.id);
    change = { state: "refused", problem: error instanceof Error ? error.message : String(error) };
    log.warn({ err: error }, "failed to read import file");
  }
  await moveImport(
    db,
    { id: row.id, from: "checking" },
    { ...change, step: "", done: 0, total: 0 },
    clock.now(),
  );
  if (change.state === "refused") removeImportFolder(env.dataDir, row.id);
}

/** Whether the requested backup is complete and verified, or none was requested. */
async function isBackedUp({ db, clock, canBackUp }: ImportDependencies, row: ImportRow): Promise<boolean> {
  if (row.backs_up === 0 || !canBackUp) return true;
  const made = (await listBackups(db)).filter(
    ({ state, taken_at }) => state !== "requested" && taken_at >= (row.confirmed_at ?? ""),
  );
  const proven = made.find(({ state }) => state === "proven");
  if (proven) {
    await moveImport(db, { id: row.id, from: row.state }, { backed_up_at: proven.taken_at }, clock.now());
    return true;
  }
  if (await findRequestedBackup(db)) return false;
  const failed = made.find(({ state }) => state === "failed");
  if (failed) {
    const problem = `The backup before the import failed, so the import did not start. ${failed.problem.split("\n")[0]}`;
    await moveImport(db, { id: row.id, from: row.state }, { state: "failed", problem }, clock.now());
    return false;
  }
  const actionContext = { actor: { id: row.created_by, requestId: "" }, now: clock.now() };
  await write(db, (tx) => requestBackup(tx, actionContext)).catch((error) => {
    // Another process has just requested it.
    if (!(error instanceof DomainError)) throw error;
  });
  return false;
}

/** Maximum attempts if concurrent changes conflict with the import. */
const maxTries = 3;

async function runConfirmed(parts: ImportDependencies, row: ImportRow, signal: AbortSignal): Promise<void> {
  const { db, clock, env, log } = parts;
  const begun = { state: "importing" as const, step: "", done: 0, total: 0 };
  if (!(await moveImport(db, { id: row.id, from: "backing-up" }, begun, clock.now()))) return;
  let why: { problem: string; findings?: string } | null = null;
  try {
    for (let tries = 1; ; tries += 1) {
      const answer = await runOrder(parts, row, { isDryRun: false, replace: row.replaces === 1 }, signal);
      if ("findings" in answer) {
        why = { problem: "", findings: findingsText(answer.findings) };
        break;
      }
      if (db.file === null || (await applyPrepared(parts, row))) break;
      if (tries < maxTries) continue;
      why = { problem: "Other changes conflicted with the import three times. Try again." };
      break;
    }
  } catch (error) {
    if (signal.aborted) {
      await moveImport(db, { id: row.id, from: "importing" }, { state: "interrupted" }, clock.now());
      return;
    }
    why = { problem: error instanceof Error ? error.message : String(error) };
    log.error({ err: error }, "an import failed");
  }
  if (why) await moveImport(db, { id: row.id, from: "importing" }, { ...why, state: "failed" }, clock.now());
  else if (db.file === null) removeImportFolder(env.dataDir, row.id);
}

async function runOrder(
  parts: ImportDependencies,
  row: ImportRow,
  { isDryRun, replace }: { isDryRun: boolean; replace: boolean },
  signal: AbortSignal,
): Promise<ImportLine> {
  const {
    db,
    clock,
    env,
    folder,
    variables,
    runSubprocess = runImportSubprocess,
    maxDryRunMs = defaultMaxDryRunMs,
  } = parts;
  let savingProgress: Promise<unknown> = Promise.resolve();
  const order = {
    id: row.id,
    // `confirmImport` requires that a person accepts these.
    acceptedLosses: isDryRun ? 0 : countFoundLosses(row),
    folder: importFolderOf(env.dataDir, row.id),
    isDryRun,
    replace,
    actor: row.created_by,
    now: clock.now().toISOString(),
  };
  const from = isDryRun ? "checking" : "importing";
  const discarded = new AbortController();
  // Only a dry run can be discarded.
  const watching = isDryRun
    ? repeat(
        async () => {
          if ((await findActiveImport(db))?.id !== row.id) discarded.abort();
        },
        watchMs,
        () => {},
        watchMs,
      )
    : null;
  const limit = isDryRun ? AbortSignal.timeout(maxDryRunMs) : new AbortController().signal;
  const any = AbortSignal.any([signal, discarded.signal, limit]);
  try {
    const answer = await runSubprocess({ folder, variables, signal: any }, order, (step, done, total) => {
      savingProgress = savingProgress
        .then(() => moveImport(db, { id: row.id, from }, { step, done, total }, clock.now()))
        .catch(() => {});
    });
    await storeImportReport(db, env.dataDir, row.id);
    return answer;
  } catch (error) {
    if (discarded.signal.aborted) throw new Discarded();
    if (limit.aborted)
      throw new PlainError(
        "Checking the file took too long. Import it in smaller parts, or on the server, with npm run import.",
      );
    throw error;
  } finally {
    await watching?.stop();
    await savingProgress;
  }
}

/** A user has discarded the import. */
class Discarded extends Error {}

const watchMs = 1000;
const defaultMaxDryRunMs = 1_800_000;

/** Maximum characters of the findings of one import, which every view of its screen reads. */
const maxFindings = 200_000;

/** Findings as JSON, with lists shortened to the maximum size. */
function findingsText(findings: ImportFindings): string {
  for (let most = 200; most > 0; most = Math.floor(most / 2)) {
    const text = JSON.stringify({
      summary: findings.summary,
      problems: firstOf(findings.problems, most),
      clashes: firstOf(findings.clashes, most),
      report: firstOf(findings.report, most),
      unexplained: findings.unexplained,
    });
    if (text.length <= maxFindings) return text;
  }
  throw new PlainError("The report is too large to show here. Import it on the server, with npm run import.");
}

function firstOf<Item>({ count, first }: { count: number; first: Item[] }, most: number) {
  return { count, first: first.slice(0, most) };
}

const preparedSchema = z.object({
  outcome: z.unknown(),
  entryIds: z.array(z.string()),
  labels: z.array(z.string()),
  pieces: z.number(),
});

function readPrepared({ env }: ImportDependencies, { id }: ImportRow) {
  const path = join(importFolderOf(env.dataDir, id), workedOutName);
  return preparedSchema.parse(JSON.parse(readFileSync(path, "utf8")));
}

class ChangedMeanwhile extends Error {}

/** Applies the changes that were made to a copy in one short transaction. Returns false on conflicting changes. */
async function applyPrepared(parts: ImportDependencies, row: ImportRow): Promise<boolean> {
  const { db, clock, env } = parts;
  const { outcome, labels, pieces } = readPrepared(parts, row);
  await moveImport(
    db,
    { id: row.id, from: "importing" },
    { step: "keeping", done: 0, total: 0 },
    clock.now(),
  );
  try {
    await write(db, async (tx) => {
      for (let piece = 0; piece < pieces; piece += 1) {
        const changes = readFileSync(join(importFolderOf(env.dataDir, row.id), changesName(piece)));
        if (!tx.file?.applyChanges(changes)) throw new ChangedMeanwhile();
        // Lets the server send cached pages in between.
        await nextTurn();
      }
      for (const label of labels) tx.invalidate(label);
      await finishImport(tx, row.id, outcome, "indexing", clock.now());
    });
    return true;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
    throw error;
  }
}

const indexedAtOnce = 20;

/** Indexes the imported entries for search in small batches, so that no request waits long. */
async function index(parts: ImportDependencies, row: ImportRow): Promise<void> {
  const { db, clock, env } = parts;
  const { entryIds } = readPrepared(parts, row);
  const at = { id: row.id, from: "indexing" as const };
  for (let done = 0; done < entryIds.length; done += indexedAtOnce) {
    await write(db, (tx) => reindexEntries(tx, entryIds.slice(done, done + indexedAtOnce)));
    if (done % 200 === 0)
      await moveImport(db, at, { step: "words", done, total: entryIds.length }, clock.now());
    await nextTurn();
  }
  await moveImport(db, at, { state: "done", step: "", done: 0, total: 0 }, clock.now());
  removeImportFolder(env.dataDir, row.id);
}
