import type { ActionContext } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { adoptedAuthorsFact, readFact, readOrKeep } from "#app/database/installation.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { readStoredCard, readStoredData } from "./kind.ts";
import { author } from "./kinds/author.ts";
import { blog } from "./kinds/blog.ts";
import { publish, updateDerivedData } from "./publishing/publishing.ts";
import { findByTitle } from "./staff-list/find-entries.ts";
import { isReachable, toSlug } from "./urls/slug.ts";
import { createEntry } from "./versions/create-entry.ts";
import { readRow, readVersion } from "./versions/read-versions.ts";

/**
 * Once, for posts from before authors were records: each name becomes a record, and every version of a post with that
 * name refers to it. The name stays, for releases before this one. Answers how many posts it changed.
 */
export async function adoptAuthors(db: Database, now: Date): Promise<number> {
  if (await isDone(db)) return 0;
  return db.locks.runExclusively("authors", async () => {
    if (await isDone(db)) return 0;
    const actionContext = { actor: { id: "upgrade", requestId: "" }, now };
    let changed = 0;
    for (let ids = await listPosts(db, ""); ids.length > 0; ids = await listPosts(db, ids.at(-1) ?? ""))
      for (const id of ids) if (await write(db, (tx) => adoptAuthor(tx, id, actionContext))) changed += 1;
    await readOrKeep(db, adoptedAuthorsFact, now.toISOString());
    return changed;
  });
}

/** Until it has been done; afterwards it only looks that it was. */
export function startAuthorAdoption(db: Database, clock: Clock, onError: (error: unknown) => void): Repeated {
  return repeat(() => adoptAuthors(db, clock.now()), 3_600_000, onError);
}

async function isDone(db: Database): Promise<boolean> {
  return (await readFact(db, adoptedAuthorsFact)) !== null;
}

/** Some posts, those in the trash too, behind the one with this id. */
async function listPosts(db: Database, after: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", blog.name)
    .where("id", ">", after)
    .orderBy("id")
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

async function adoptAuthor(tx: Writing, id: string, actionContext: ActionContext): Promise<boolean> {
  await tx.locks.acquire(tx.query, `entry:${id}`);
  const row = await readRow(tx, blog, id, { inTrash: true });
  const versions = await tx.query
    .selectFrom("entry_versions")
    .select(["number", "data", "card"])
    .where("entry_id", "=", id)
    .execute();
  let isChanged = false;
  for (const { number, data, card } of versions) {
    const known = readStoredData(blog, data);
    if (known.author === "" || known.writtenBy !== null) continue;
    const writtenBy = await findOrMake(tx, known.author, {
      ...actionContext,
      isPublic: number === row.live_version && row.deleted_at === null,
    });
    if (writtenBy === null) continue;
    await tx.query
      .updateTable("entry_versions")
      .set({
        data: JSON.stringify({ ...known, writtenBy }),
        card: JSON.stringify({ ...readStoredCard(blog, card), writtenBy }),
      })
      .where("entry_id", "=", id)
      .where("number", "=", number)
      .execute();
    isChanged = true;
  }
  if (!isChanged) return false;
  await updateDerivedData(tx, blog, row, row, (await readVersion(tx, blog, id, row.latest_version)).data);
  return true;
}

/** The record of a name; null for a name that can be no address. */
async function findOrMake(
  tx: Writing,
  name: string,
  { isPublic, ...actionContext }: ActionContext & { isPublic: boolean },
): Promise<string | null> {
  if (!isReachable(toSlug(name))) return null;
  const note = "Made from the name at a post";
  const id =
    (await findByTitle(tx, author.name, name)) ??
    (await createEntry(tx, author, { title: name }, { ...actionContext, note })).id;
  if (isPublic && (await readRow(tx, author, id)).live_version === null)
    await publish(tx, author, id, actionContext);
  return id;
}
