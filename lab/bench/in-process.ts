import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDiskStore } from "../../app/domain/files/store/disk-store.ts";
import { fillSample } from "../../app/ops/sample/sample.ts";
import type { Database } from "../../app/platform/database/database.ts";
import { migrate } from "../../app/platform/database/migrations.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import type { Application } from "../../app/platform/http/listener/listener-options.ts";
import { createRequestContext } from "../../app/platform/http/listener/request-context.ts";
import { systemClock } from "../../app/platform/runtime/clock.ts";

export interface InProcess extends AsyncDisposable {
  db: Database;
  application: Application;
  publicUrl: URL;
}

const folder = join(import.meta.dirname, "../..");
export const publicUrl = new URL("http://localhost:3000");

/** Built application with its own database, without listener and cache. */
export async function openInProcess(options: {
  sample: boolean;
  /** PostgreSQL address, instead of an embedded database. */
  databaseUrl?: string | null;
}): Promise<InProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
  const env = { dataDir, databaseUrl: options.databaseUrl ?? null };
  const open = await openDatabase(env, "a benchmark", () => {});
  await migrate(open.db);
  const files = await openDiskStore(join(dataDir, "files"));
  if (options.sample) await fillSample(open.db, files, join(folder, "app/ops/sample/content"), systemClock);
  const built = await import(join(folder, "build/server/index.js"));
  const deps = {
    db: open.db,
    clock: systemClock,
    publicUrl,
    secret: "a secret for a benchmark, long enough",
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

/** CPU milliseconds of all threads per answer; median of seven rounds. */
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
