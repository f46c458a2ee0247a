import { rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import type { ChangeRecording } from "#app/database/engines/engine.ts";
import { openSqlite } from "#app/database/engines/sqlite/open.ts";
import { openForReading } from "#app/database/open.ts";
import { openFilesOfSite } from "#app/files/store/open-store.ts";
import { changesName, copyName, importOrder, workedOutName } from "#app/imports/import-subprocess.ts";
import { dryRunImport, findingsAgainst, type ImportHooks, runImport } from "#app/imports/import-work.ts";
import { finishImport } from "#app/imports/imports.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { NotImportable } from "#app/transfer/bundle/problems.ts";

/**
 * `node cli/import-subprocess.ts ORDER`: what the site runs for an import from the dashboard. With the embedded database it works on a
 * copy and leaves what is to change in files; with PostgreSQL it imports. Lines of JSON say how far it is; it ends with the process
 * that started it.
 */
process.stdin.resume().on("end", () => process.exit(1));
process.stdin.on("error", () => process.exit(1));
/** As many change the copy between two pieces of what is to be repeated. */
const entriesAPiece = 200;
// The site goes first.
setPriority(10);
const env = readEnv(process.env, join(import.meta.dirname, ".."));
const order = importOrder.parse(JSON.parse(process.argv[2] ?? ""));
const work = { ...order, now: new Date(order.now), actor: { id: order.actor, requestId: "" } };
try {
  await using open = await openForReading(env);
  if (order.isLook) say({ findings: await dryRunImport(open.db, work) });
  else if (open.db.dialect.name === "postgres") await importIntoServer(open.db);
  else await importIntoCopy(open.db);
} catch (error) {
  if (error instanceof NotImportable) say({ findings: findingsAgainst(error, order.folder) });
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
  say({ isDone: true });
}

/** Writers of the embedded database wait for each other, so nothing of it is held while this works. */
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
    const changes = keepChanges(recording);
    const reportProgress = createProgressReporter();
    let worked: { outcome: unknown; entryIds: string[] } | null = null;
    await runImport(copy, store, work, {
      onProgress(step, done, total) {
        if (step === "entries" && done % entriesAPiece === 0) changes.cut();
        reportProgress(step, done, total);
      },
      async atEnd(_, outcome, entryIds) {
        worked = { outcome, entryIds };
      },
    });
    changes.cut();
    const all = { ...(worked ?? {}), labels: [...labels], pieces: changes.count() };
    writeFileSync(join(order.folder, workedOutName), JSON.stringify(all));
    say({ isDone: true });
  } finally {
    await copy.close();
    removeCopy(path);
  }
}

function removeCopy(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
}

/** Changes in pieces, so that neither process ever holds all of them. */
function keepChanges(recording: ChangeRecording) {
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
  let saidAt = 0;
  return (step, done, total) => {
    const now = performance.now();
    if (done < total && now - saidAt < 500) return;
    saidAt = now;
    say({ step, done, total });
  };
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
