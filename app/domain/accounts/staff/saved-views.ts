import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";

/** Saved filter and order of a list. */
export interface View {
  id: string;
  name: string;
  /** Query string of the list's address. */
  query: string;
}

const maxViews = 20;

export function listViews(db: Database, userId: string, list: string): Promise<View[]> {
  return db.query
    .selectFrom("views")
    .select(["id", "name", "query"])
    .where("user_id", "=", userId)
    .where("list", "=", list)
    .orderBy("id")
    .execute();
}

/** Saves a view; replaces one with the same name. */
export async function saveView(
  tx: Writing,
  userId: string,
  list: string,
  view: { name: string; query: string },
  now: Date,
): Promise<void> {
  const name = plainText({ max: 60 }).safeParse(view.name);
  if (!name.success || name.data === "")
    throw validationError([{ path: ["name"], message: "Give the view a name of at most 60 characters" }]);
  await tx.locks.acquire(tx.query, `views:${userId}`);
  const there = await listViews(tx, userId, list);
  const same = there.find((one) => one.name === name.data);
  if (same)
    return void (await tx.query
      .updateTable("views")
      .set({ query: view.query })
      .where("id", "=", same.id)
      .execute());
  if (there.length >= maxViews)
    throw new DomainError("invalid", `A list can have at most ${maxViews} views. Remove one first.`);
  const row = { id: newId(), user_id: userId, list, name: name.data, query: view.query };
  await tx.query
    .insertInto("views")
    .values({ ...row, created_at: now.toISOString() })
    .execute();
}

/** Deletes a view of this person; throws "missing" for views of others. */
export async function removeView(tx: Writing, userId: string, id: string): Promise<View> {
  const found = await tx.query
    .deleteFrom("views")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(["id", "name", "query"])
    .executeTakeFirst();
  if (!found) throw new DomainError("missing", "This view no longer exists.");
  return found;
}
