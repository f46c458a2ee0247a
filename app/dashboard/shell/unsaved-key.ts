import { hkdfSync, randomBytes } from "node:crypto";
import type { Database } from "#app/platform/database/database.ts";
import { browserKeyFact, readOrCreateFact } from "#app/platform/database/installation.ts";

/** Creates the master key at startup, so that opening the dashboard never writes. */
export async function prepareUnsavedKeys(db: Database): Promise<void> {
  await readOrCreateFact(db, browserKeyFact, newKey(db));
}

const newKey = (db: Database) => db.encryption.encrypt(randomBytes(32).toString("base64url"));

/**
 * Derives the key of a person's unsaved text: 32 bytes in base64, stable across sign-ins and changes of the
 * deployer's secret. Only for that person's own session.
 */
export async function readUnsavedKey(db: Database, personId: string): Promise<string> {
  const encrypted = await readOrCreateFact(db, browserKeyFact, newKey(db));
  const key = Buffer.from(db.encryption.decrypt(encrypted), "base64url");
  return Buffer.from(hkdfSync("sha256", key, "frontdesk", `unsaved text of ${personId}`, 32)).toString(
    "base64",
  );
}
