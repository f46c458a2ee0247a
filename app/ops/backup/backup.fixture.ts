import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { publish } from "#app/domain/content/publishing/publishing.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { sendLead } from "#app/domain/leads/leads.fixture.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { readDatabaseId } from "#app/platform/database/installation.ts";
import type { DatabaseLocation } from "#app/platform/database/open.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { type EngineName, makeDatabase, makeMigrated, testSecret } from "#tests/support/database.ts";
import { aDocument, libraryContext } from "#tests/support/library.ts";
import { openBackupStore } from "./backup-store.ts";
import { withSnapshot } from "./snapshot.ts";
import { type WriteOptions, type WrittenBackup, writeBackup } from "./write-backup.ts";

/** Makes an empty database and its settings; removed when the test ends. */
export async function createEmptyEnv(engine: EngineName): Promise<Env> {
  return envOf(await makeDatabase(engine));
}

/** Makes a migrated database and its settings. */
export async function createMigratedEnv(engine: EngineName): Promise<Env> {
  return envOf(await makeMigrated(engine));
}

function envOf(made: Awaited<ReturnType<typeof makeDatabase>>): Env {
  onTestFinished(made.remove);
  return readEnv(
    {
      DATA_DIR: made.env.dataDir,
      SECRET: `${testSecret}, and a little longer`,
      ...(made.env.databaseUrl && { DATABASE_URL: made.env.databaseUrl }),
    },
    tmpdir(),
  );
}

/** Makes a temporary folder; removed when the test ends. */
export function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-backup-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a site with a public post, a message, and a document whose bytes are in `files`. */
export async function createSite(env: DatabaseLocation, files: FileStore) {
  const open = await openUpToDate(env, { holder: "a test" });
  onTestFinished(() => open.close());
  const { db } = open;
  await readDatabaseId(db);
  await write(db, async (tx) => {
    const title = 'A ferry\'s ledger: ‘নৌকা’, \u2028 and "quotes"\n';
    const entry = await createEntry(tx, blog, { title, summary: "Counted at the landing" }, libraryContext);
    await publish(tx, entry, libraryContext);
  });
  await sendLead(db, {
    name: "Nadia",
    email: "nadia@shapla.example",
    message: "Where does the ferry leave?",
  });
  const fileId = await aDocument(db, files);
  // The highest precision that both engines store.
  await db.query.updateTable("files").set({ focal_x: 0.123456789012345 }).execute();
  return {
    db,
    fileId,
  };
}

/** Renders every page as that of the site's only post. */
export const openPages = async () => async () => ({
  status: 200,
  html: "<main><h1>A ferry&#x27;s ledger: ‘নৌকা’, and &quot;quotes&quot;</h1><p>Counted at the landing</p></main>",
});

/** Writes a backup of the site into a new folder. */
export async function createBackup(
  db: Database,
  files: FileStore | null,
  more: Partial<WriteOptions> = {},
): Promise<WrittenBackup & { path: string }> {
  const folder = createTempFolder();
  const written = await withSnapshot(db, folder, (snapshot) =>
    writeBackup(snapshot, {
      store: openBackupStore({ folder }),
      files,
      key: null,
      reason: "requested",
      product: "0.0.0+test",
      ...more,
    }),
  );
  return {
    ...written,
    path: join(folder, written.name),
  };
}
