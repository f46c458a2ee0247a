import { hkdfSync, randomBytes } from "node:crypto";
import type { Database } from "#app/database/database.ts";
import { browserKeyFact, readOrKeep } from "#app/database/installation.ts";

/** Makes what the keys of all people come from, so that opening the dashboard has nothing to write, not even the first time. */
export async function prepareUnsavedKeys(db: Database): Promise<void> {
  await readOrKeep(db, browserKeyFact, newKey(db));
}

const newKey = (db: Database) => db.encryption.encrypt(randomBytes(32).toString("base64url"));

/**
 * The key that seals what this person has typed and their browsers keep: 32 bytes in base64, the same at each of their
 * sign-ins, also after a change of the deployer's secret. For their own session alone.
 */
export async function readUnsavedKey(db: Database, personId: string): Promise<string> {
  const sealed = await readOrKeep(db, browserKeyFact, newKey(db));
  const key = Buffer.from(db.encryption.decrypt(sealed), "base64url");
  return Buffer.from(hkdfSync("sha256", key, "frontdesk", `unsaved text of ${personId}`, 32)).toString(
    "base64",
  );
}
