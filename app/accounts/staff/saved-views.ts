import type { Database, Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";

/** A way of looking at a list that a person has kept under a name. */
export interface View {
  id: string;
  name: string;
  /** The part of the list's address behind the question mark. */
  query: string;
}

const mostViews = 20;

export function listViews(db: Database, userId: string, list: string): Promise<View[]> {
  return db.query
    .selectFrom("views")
    .select(["id", "name", "query"])
    .where("user_id", "=", userId)
    .where("list", "=", list)
    .orderBy("id")
    .execute();
}

/** Keeps a view; one of the same name is replaced. */
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
  if (there.length >= mostViews)
    throw new DomainError("invalid", `A list keeps at most ${mostViews} views. Remove one first.`);
  const row = { id: newId(), user_id: userId, list, name: name.data, query: view.query };
  await tx.query
    .insertInto("views")
    .values({ ...row, created_at: now.toISOString() })
    .execute();
}

/** Forgets a view of this person; that of another is not there for them. */
export async function removeView(tx: Writing, userId: string, id: string): Promise<View> {
  const found = await tx.query
    .deleteFrom("views")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning(["id", "name", "query"])
    .executeTakeFirst();
  if (!found) throw new DomainError("missing", "This view is not there any more.");
  return found;
}
