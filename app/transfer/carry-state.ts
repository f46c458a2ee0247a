import { archive, move, publish, schedule } from "#app/content/publishing.ts";
import { readRow } from "#app/content/read-versions.ts";
import { slugKey, toSlug } from "#app/content/slug.ts";
import type { Writing } from "#app/database/database.ts";
import type { Import } from "./carry-out.ts";
import type { PlannedEntry } from "./plan.ts";

/** Brings a stored entry to the state it had where it came from, with its moments and former addresses. */
export async function bringToState(
  tx: Writing,
  entry: PlannedEntry,
  id: string,
  options: Import,
): Promise<void> {
  const { kind, state, publishAt, unpublishAt, position } = entry;
  const before = await readRow(tx, kind, id);
  if (position !== null && position !== before.position) await move(tx, kind, id, position, options);
  const wasPublic = before.published_at === null && entry.publishedAt !== null;
  if (state === "published")
    await publish(tx, kind, id, { ...options, publishedAt: firstPublished(entry, options) });
  else if (wasPublic) await repeatPast(tx, entry, id, options);
  if (state === "archived") await archive(tx, kind, id, options);
  if (publishAt !== null || unpublishAt !== null || before.unpublish_at !== null)
    await schedule(tx, kind, id, { publishAt, unpublishAt }, options);
  await keepFormerAddresses(tx, entry, id);
}

/** The newer version of a public entry waits, or has its moment too. */
export async function scheduleDraft(
  tx: Writing,
  { kind, unpublishAt }: PlannedEntry,
  publishAt: string | null,
  id: string,
  options: Import,
): Promise<void> {
  if (publishAt !== null) await schedule(tx, kind, id, { publishAt, unpublishAt }, options);
}

/** An entry that was public once, and is not now, keeps the day of its first publication. */
async function repeatPast(tx: Writing, entry: PlannedEntry, id: string, options: Import): Promise<void> {
  const { kind, state } = entry;
  await publish(tx, kind, id, { ...options, publishedAt: firstPublished(entry, options) });
  await archive(tx, kind, id, options);
  if (state !== "draft") return;
  // A moment given and taken back is what makes a draft of something archived.
  const never = "9999-01-01T00:00:00.000Z";
  await schedule(tx, kind, id, { publishAt: never, unpublishAt: null }, options);
  await schedule(tx, kind, id, { publishAt: null, unpublishAt: null }, options);
}

/** What is said, or else the entry's own day, or else now. */
function firstPublished({ kind, publishedAt, data }: PlannedEntry, { now }: Import): string {
  if (publishedAt !== null) return publishedAt;
  if (kind.order === "position") return now.toISOString();
  const day: unknown = data(nameless)[kind.order.newest];
  const isPast = typeof day === "string" && day !== "" && day < now.toISOString().slice(0, 10);
  return isPast ? `${day}T00:00:00.000Z` : now.toISOString();
}

const nameless = { picture: () => null, file: () => null, category: () => null, entry: () => null };

async function keepFormerAddresses(
  tx: Writing,
  { kind, formerAddresses, title }: PlannedEntry,
  id: string,
): Promise<void> {
  const keys = new Set(formerAddresses.map((address) => slugKey(toSlug(address))));
  keys.delete(slugKey(toSlug(title)));
  for (const slug_key of keys)
    await tx.query
      .insertInto("former_slugs")
      .values({ kind: kind.name, slug_key, entry_id: id })
      .onConflict((conflict) => conflict.columns(["kind", "slug_key"]).doUpdateSet({ entry_id: id }))
      .execute();
}
