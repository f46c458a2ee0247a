import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { blog } from "#app/content/kinds/blog.ts";
import { publish } from "#app/content/publishing/publishing.ts";
import { createEntry } from "#app/content/versions/create-entry.ts";
import { type Database, write } from "#app/database/database.ts";
import { readDatabaseId } from "#app/database/installation.ts";
import type { DatabasePlace } from "#app/database/open.ts";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { sendLead } from "#app/leads/leads.fixture.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { type EngineName, makeDatabase, makeMigrated, testSecret } from "#tests/support/database.ts";
import { aDocument, libraryContext } from "#tests/support/library.ts";
import { openBackupStore } from "./backup-store.ts";
import { withSnapshot } from "./snapshot.ts";
import { type WriteOptions, type WrittenBackup, writeBackup } from "./write-backup.ts";

/** A place where nothing is yet, as a deployer sets it; gone when the test ends. */
export async function anEmptyPlace(engine: EngineName): Promise<Env> {
  return asSet(await makeDatabase(engine));
}

/** The same with every table in its place. */
export async function aMigratedPlace(engine: EngineName): Promise<Env> {
  return asSet(await makeMigrated(engine));
}

function asSet(made: Awaited<ReturnType<typeof makeDatabase>>): Env {
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

/** A folder of its own, gone when the test ends. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-backup-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A site in use: its database with a public post, a message and the row of a document whose bytes are in `files`. */
export async function aSite(env: DatabasePlace, files: FileStore) {
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
  // As exact as either engine can keep it.
  await db.query.updateTable("files").set({ focal_x: 0.123456789012345 }).execute();
  return {
    db,
    fileId,
  };
}

/** Answers every page as that of the site's one post. */
export const openPages = async () => async () => ({
  status: 200,
  html: "<main><h1>A ferry&#x27;s ledger: ‘নৌকা’, and &quot;quotes&quot;</h1><p>Counted at the landing</p></main>",
});

/** A backup of all of it, in a folder of its own. */
export async function aBackup(
  db: Database,
  files: FileStore | null,
  more: Partial<WriteOptions> = {},
): Promise<WrittenBackup & { path: string }> {
  const folder = aFolder();
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
