import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../app/database/database.ts";
import { migrate } from "../../app/database/migrations.ts";
import { openDatabase } from "../../app/database/open.ts";
import { openDiskStore } from "../../app/files/store/disk-store.ts";
import type { Application } from "../../app/http/listener/listener-options.ts";
import { createRequestContext } from "../../app/http/listener/request-context.ts";
import { systemClock } from "../../app/platform/clock.ts";
import { fillSample } from "../../app/sample.ts";

export interface InProcess extends AsyncDisposable {
  db: Database;
  application: Application;
  publicUrl: URL;
}

const folder = join(import.meta.dirname, "../..");
export const publicUrl = new URL("http://localhost:3000");

/** The built application on an embedded database of its own, without listener and cache, so that work is measured where it is done. */
export async function openInProcess(options: {
  sample: boolean;
  /** PostgreSQL instead of a database of its own. */
  databaseUrl?: string | null;
}): Promise<InProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
  const env = { dataDir, databaseUrl: options.databaseUrl ?? null };
  const open = await openDatabase(env, "a bench", () => {});
  await migrate(open.db);
  const files = await openDiskStore(join(dataDir, "files"));
  if (options.sample) await fillSample(open.db, files, join(folder, "app/database/sample"), systemClock);
  const built = await import(join(folder, "build/server/index.js"));
  const deps = {
    db: open.db,
    clock: systemClock,
    publicUrl,
    secret: "a secret for a bench, long enough",
    google: null,
  };
  const accounts = built.createAccountContext({
    ...deps,
    companyName: async () => "",
    secondStepGraceDays: async () => 7,
    staffIdleMinutes: async () => ({ editor: 30, admin: 30 }),
    warn: () => {},
  });
  const application = built.createApplication({
    ...deps,
    files,
    accounts,
    folder,
    leadFeed: built.openLeadFeed(open.db, systemClock),
  });
  const dispose = async () => {
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { db: open.db, application, publicUrl, [Symbol.asyncDispose]: dispose };
}

/** Milliseconds of CPU, of all threads, that one answer costs; the median of seven rounds. */
export async function costOf(application: Application, path: string): Promise<number> {
  const ask = async () => {
    const answer = await application(
      new Request(new URL(path, publicUrl)),
      createRequestContext({ id: "bench", address: "127.0.0.1", secure: false }),
    );
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  for (let warm = 0; warm < 500; warm += 1) await ask();
  const rounds: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const before = process.cpuUsage();
    for (let n = 0; n < 60; n += 1) await ask();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1000 / 60);
  }
  return rounds.toSorted((a, b) => a - b)[3] ?? Number.NaN;
}
