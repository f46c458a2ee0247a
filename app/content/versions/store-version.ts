import type { Actor } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { countWords, toText } from "#app/rich-text/text.ts";
import type { EntryRow } from "../entry.ts";
import { type DataOf, fieldsOfKind, type Kind, richTextsOf } from "../kind.ts";
import { replaceTitleWords, titleKeyOf } from "../staff-list/newest-title.ts";

export interface Save {
  actor: Actor;
  now: Date;
  note?: string;
  /** An autosave replaces the autosave before it when the same person made both within ten minutes. */
  isAutosave?: boolean;
}

/** What was typed, as the kind stores it; throws a DomainError that names each wrong field. */
export function checkData<K extends Kind>(kind: K, input: unknown): DataOf<K> {
  const result = kind.schema.safeParse(input);
  if (!result.success) throw validationError(result.error.issues);
  // The kind's own schema made it.
  return result.data as DataOf<K>;
}

export async function storeVersion(
  tx: Writing,
  kind: Kind,
  id: string,
  number: number,
  data: DataOf<Kind>,
  save: Save,
): Promise<void> {
  const card = Object.fromEntries(
    fieldsOfKind(kind).flatMap(([name, { inCard }]) => (inCard ? [[name, Reflect.get(data, name)]] : [])),
  );
  const words = richTextsOf(kind, data).reduce((sum, { doc }) => sum + countWords(toText(doc)), 0);
  const { note = "", isAutosave = false, actor, now } = save;
  const row = {
    entry_id: id,
    number,
    data: JSON.stringify(data),
    card: JSON.stringify(card),
    words,
    author_id: actor.id,
    note,
    is_autosave: Number(isAutosave),
    created_at: now.toISOString(),
  };
  await tx.query.insertInto("entry_versions").values(row).execute();
  await replaceTitleWords(tx, kind, id, data.title);
}

/** What an entry's row knows of its newest version. */
export function newestOf(
  data: DataOf<Kind>,
  { actor }: Pick<Save, "actor">,
): Pick<EntryRow, "title_key" | "author_id"> {
  return { title_key: titleKeyOf(data.title), author_id: actor.id };
}

export async function dropFormerAutosave(tx: Writing, row: EntryRow, save: Save): Promise<void> {
  const since = new Date(save.now.getTime() - 10 * 60_000).toISOString();
  await tx.query
    .deleteFrom("entry_versions")
    .where("entry_id", "=", row.id)
    .where("number", "=", row.latest_version)
    .where("number", "!=", row.live_version ?? 0)
    .where("is_autosave", "=", 1)
    .where("author_id", "=", save.actor.id)
    .where("created_at", ">=", since)
    .execute();
}
