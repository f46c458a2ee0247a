import { rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { openFilesOfSite } from "#app/domain/files/store/open-store.ts";
import { NotImportable } from "#app/ops/transfer/bundle/problems.ts";
import {
  changesName,
  copyName,
  importOrder,
  workedOutName,
} from "#app/ops/transfer/jobs/import-subprocess.ts";
import {
  dryRunImport,
  findingsAgainst,
  type ImportHooks,
  runImport,
} from "#app/ops/transfer/jobs/import-work.ts";
import { finishImport } from "#app/ops/transfer/jobs/imports.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { ChangeRecording } from "#app/platform/database/engines/engine.ts";
import { openSqlite } from "#app/platform/database/engines/sqlite/open.ts";
import { openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import { readEnv } from "#app/platform/settings/env.ts";

/**
 * `node cli/subprocesses/import-subprocess.ts ORDER`: runs an import for the dashboard; it prints progress as JSON lines and exits with its
 * parent. On the embedded database it imports into a copy and leaves the changes in files; on PostgreSQL it imports directly.
 */
process.stdin.resume().on("end", () => process.exit(1));
process.stdin.on("error", () => process.exit(1));
/** Entries per chunk of recorded changes. */
const entriesPerChunk = 200;
// Requests of the site have priority.
setPriority(10);
const env = readEnv(process.env, join(import.meta.dirname, "../.."));
const order = importOrder.parse(JSON.parse(process.argv[2] ?? ""));
const work = { ...order, now: new Date(order.now), actor: { id: order.actor, requestId: "" } };
try {
  await using open = await openReadOnlyUnchecked(env);
  if (order.isDryRun) printJson({ findings: await dryRunImport(open.db, work) });
  else if (open.db.dialect.name === "postgres") await importIntoServer(open.db);
  else await importIntoCopy(open.db);
} catch (error) {
  if (error instanceof NotImportable) printJson({ findings: findingsAgainst(error, order.folder) });
  else {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
process.stdin.destroy();

async function importIntoServer(db: Database): Promise<void> {
  const { store } = await openFilesOfSite(env, db);
  await runImport(db, store, work, {
    onProgress: createProgressReporter(),
    atEnd: (tx, outcome) => finishImport(tx, order.id, outcome, "done", new Date()),
  });
  printJson({ isDone: true });
}

/** Imports into a copy, because writers of the embedded database block each other. */
async function importIntoCopy(live: Database): Promise<void> {
  const path = join(order.folder, copyName);
  removeCopy(path);
  await live.file?.copyTo(path);
  const copy = { ...openSqlite(path), encryption: live.encryption };
  try {
    const labels = new Set<string>();
    copy.changes.onChange((some) => {
      for (const label of some ?? []) labels.add(label);
    });
    const recording = copy.file?.recordChanges();
    if (!recording) throw new Error("Changes of this database can't be recorded.");
    const { store } = await openFilesOfSite(env, copy);
    const changes = writeChanges(recording);
    const reportProgress = createProgressReporter();
    let worked: { outcome: unknown; entryIds: string[] } | null = null;
    await runImport(copy, store, work, {
      onProgress(step, done, total) {
        if (step === "entries" && done % entriesPerChunk === 0) changes.cut();
        reportProgress(step, done, total);
      },
      async atEnd(_, outcome, entryIds) {
        worked = { outcome, entryIds };
      },
    });
    changes.cut();
    const all = { ...(worked ?? {}), labels: [...labels], pieces: changes.count() };
    writeFileSync(join(order.folder, workedOutName), JSON.stringify(all));
    printJson({ isDone: true });
  } finally {
    await copy.close();
    removeCopy(path);
  }
}

function removeCopy(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
}

/** Writes changes in chunks, so that neither process holds all of them in memory. */
function writeChanges(recording: ChangeRecording) {
  let pieces = 0;
  return {
    cut() {
      const bytes = recording.take();
      if (bytes.length === 0) return;
      writeFileSync(join(order.folder, changesName(pieces)), bytes);
      pieces += 1;
    },
    count: () => pieces,
  };
}

function createProgressReporter(): ImportHooks["onProgress"] {
  let lastPrintedAt = 0;
  return (step, done, total) => {
    const now = performance.now();
    if (done < total && now - lastPrintedAt < 500) return;
    lastPrintedAt = now;
    printJson({ step, done, total });
  };
}

function printJson(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
