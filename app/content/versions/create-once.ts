import { createHash } from "node:crypto";
import type { Database, Writing } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { presentForStaff, type StaffEntry } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { createEntry } from "./create-entry.ts";
import { completeInput } from "./entry-input.ts";
import { readRow, readVersion } from "./read-versions.ts";
import { saveInput } from "./save-entry.ts";
import { checkData, type Save } from "./store-version.ts";

type Input = Record<string, unknown>;
type KeyedSave = Save & { key: string };

/** Makes a draft. A key stands for one draft of its person: sent again it answers that draft as it was made, and with other content it is refused. */
export async function createOnce<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Input,
  save: KeyedSave,
): Promise<StaffEntry<K>> {
  const id = await lockDraft(tx, kind, save);
  const whole = completeInput(kind, null, input);
  if (!(await isThere(tx, id))) return createEntry(tx, kind, whole, { ...save, id });
  const row = await readRow(tx, kind, id, { inTrash: true });
  const first = await readVersion(tx, kind, id, 1);
  if (JSON.stringify(checkData(kind, whole)) === JSON.stringify(first.data))
    return presentForStaff(kind, row, first.data, 1);
  const message = "This key was used for something else; take a new one";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

/** The same for a form, which keeps its key while somebody goes on writing: other content becomes the draft's next version. */
export async function createOrContinue<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Input,
  save: KeyedSave,
): Promise<StaffEntry<K>> {
  const id = await lockDraft(tx, kind, save);
  if (await isThere(tx, id)) return saveInput(tx, kind, id, 1, input, save);
  return createEntry(tx, kind, completeInput(kind, null, input), { ...save, id });
}

async function lockDraft(tx: Writing, kind: Kind, { actor, key }: KeyedSave): Promise<string> {
  const id = draftId(kind, actor.id, key);
  await tx.engine.lock(tx.query, `entry:${id}`);
  return id;
}

/** A UUID of version 8 (RFC 9562), made of whose key it is: one key can never make two drafts. */
function draftId(kind: Kind, personId: string, key: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([kind.name, personId, key]))
    .digest("hex");
  const variant = "89ab"[Number.parseInt(hash.slice(16, 17), 16) % 4];
  const start = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...start, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

async function isThere(db: Database, id: string): Promise<boolean> {
  const found = await db.query.selectFrom("entries").select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}
