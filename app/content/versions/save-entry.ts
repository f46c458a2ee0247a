import { recordAudit } from "#app/audit/audit.ts";
import { presentForStaff, type StaffEntry } from "#app/content/entry.ts";
import { type DataOf, fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { readRow, readVersion } from "./read-versions.ts";
import { checkData, type Save, saveVersion } from "./versions.ts";

/** With a stale refusal: the text somebody else has saved, the one both began with, and the one that was not saved. */
export interface SaveConflict {
  version: number;
  data: unknown;
  author: string | null;
  at: string;
  /** Null when that version is no longer kept. */
  base: unknown;
  mine: Record<string, unknown>;
}

/**
 * Saves what was sent of an entry over the version it is based on. What changes nothing makes no version; it only turns an
 * autosave into a version that stays. Throws a stale DomainError with a Clash when another version has come since.
 */
export async function saveInput<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: Record<string, unknown>,
  save: Save,
): Promise<StaffEntry<K>> {
  await tx.engine.lock(tx.query, `entry:${id}`);
  const row = await readRow(tx, kind, id);
  const base = await findVersion(tx, kind, id, basedOn);
  const newest = await readVersion(tx, kind, id, row.latest_version);
  const mine = completeInput(kind, (base ?? newest).data, input);
  try {
    const data = checkData(kind, mine);
    const isSame = basedOn === newest.number && JSON.stringify(data) === JSON.stringify(newest.data);
    if (!isSame) return await saveVersion(tx, kind, id, basedOn, mine, save);
  } catch (error) {
    throw withBothTexts(error, base?.data ?? null, mine);
  }
  if (newest.is_autosave === 1 && !save.isAutosave) await keepForGood(tx, kind, id, newest.number, save);
  return presentForStaff(kind, row, newest.data, newest.number);
}

async function keepForGood(tx: Writing, kind: Kind, id: string, number: number, save: Save): Promise<void> {
  await tx.query
    .updateTable("entry_versions")
    .set({ is_autosave: 0, note: save.note ?? "" })
    .where("entry_id", "=", id)
    .where("number", "=", number)
    .execute();
  await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${number}`);
}

function withBothTexts(error: unknown, base: DataOf<Kind> | null, mine: Record<string, unknown>): unknown {
  if (!(error instanceof DomainError) || error.code !== "stale") return error;
  return new DomainError("stale", error.message, { detail: { ...Object(error.detail), base, mine } });
}

async function findVersion<K extends Kind>(db: Database, kind: K, id: string, number: number) {
  return readVersion(db, kind, id, number).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

/**
 * What somebody sends of an entry, laid over the version it is based on: a field or a part of a group that was not sent
 * stays as it is. Rich texts may come as `{ markdown }`. The kind's schema judges the outcome.
 */
export function completeInput(
  kind: Kind,
  before: DataOf<Kind> | null,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const sent = fieldsOfKind(kind).flatMap(([name, field]) =>
    input[name] === undefined
      ? []
      : [[name, field.complete(Reflect.get(before ?? {}, name), input[name], name)] as const],
  );
  return { ...before, ...input, ...Object.fromEntries(sent) };
}
