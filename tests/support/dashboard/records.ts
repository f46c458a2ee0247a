/** Creates and deletes records in the database of a dashboard; functions that create one return its id. */
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser, type User } from "#app/domain/accounts/users.ts";
import * as settings from "#app/domain/company/settings.ts";
import * as categories from "#app/domain/content/categories/categories.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { deletePermanently } from "#app/domain/content/trash.ts";
import * as redirects from "#app/domain/content/urls/redirects/save-redirect.ts";
import { type OutgoingMail, queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { write } from "#app/platform/database/database.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { createEntry, publish, trash } from "../entries.ts";
import type { Dashboard, StaffRole } from "./dashboard.tsx";

/** Deletes all rows of the tables, in this order. */
export async function clearTables({ db }: Dashboard, ...tables: (keyof Schema)[]): Promise<void> {
  for (const table of tables) await db.query.deleteFrom(table).execute();
}

export async function deleteEntries({ db, actionContext }: Dashboard): Promise<void> {
  await db.query.updateTable("entries").set({ deleted_at: "2026-01-01" }).execute();
  for (const { id } of await db.query.selectFrom("entries").select("id").execute())
    await deletePermanently(db, id, actionContext());
}

/** Creates a draft as editor. @param minutes time of the creation, after the test clock */
export async function createDraft(
  { db, actionContext }: Dashboard,
  kind: Kind,
  data: Record<string, unknown>,
  minutes = 0,
): Promise<string> {
  const { id } = await write(db, (tx) => createEntry(tx, kind, data, actionContext("editor", minutes)));
  return id;
}

/** Creates an entry as editor and publishes it as admin. */
export function createPublished(
  { db, actionContext }: Dashboard,
  kind: Kind,
  data: Record<string, unknown>,
): Promise<string> {
  return write(db, async (tx) => {
    const { id } = await createEntry(tx, kind, data, actionContext("editor"));
    await publish(tx, kind, id, actionContext("admin"));
    return id;
  });
}

/** Creates an entry and moves it to the trash, as editor. @param minutes time of both, after the test clock */
export function createTrashed(
  { db, actionContext }: Dashboard,
  kind: Kind,
  data: Record<string, unknown>,
  minutes = 0,
): Promise<string> {
  const context = actionContext("editor", minutes);
  return write(db, async (tx) => {
    const { id } = await createEntry(tx, kind, data, context);
    await trash(tx, kind, id, context);
    return id;
  });
}

/** Creates a category of posts. */
export async function createCategory({ db, actionContext }: Dashboard, name: string): Promise<string> {
  const { actor } = actionContext();
  const { id } = await write(db, (tx) => categories.createCategory(tx, "blog", { name }, actor));
  return id;
}

export function createRedirect(
  { db, publicUrl, actionContext }: Dashboard,
  input: { from: string; path?: string; url?: string; entry?: string },
): Promise<string> {
  return write(db, (tx) => redirects.createRedirect(tx, input, { ...actionContext(), publicUrl }));
}

/** @param minutes age of the mail in the queue */
export function queueTestMail(
  { db, clock }: Dashboard,
  to: string,
  part: Partial<OutgoingMail> = {},
  minutes = 0,
): Promise<string> {
  const now = new Date(clock.now().getTime() - minutes * 60_000);
  const mail = { template: "test" as const, name: "Rahima", at: now };
  return write(db, (tx) => queueMail(tx, { to, mail, ...part }, now));
}

/** Creates a user whose e-mail address is made from the name. */
export async function createPerson(
  { db, clock }: Dashboard,
  name: string,
  role: User["role"] = "member",
): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, ".")}@shapla.example`;
  const context = atStart({ clock }, "test");
  const { id } = await write(db, (tx) => createUser(tx, context, { name, email, role, by: "test" }));
  return id;
}

export async function saveSettings(
  { db, actionContext }: Dashboard,
  changes: Record<string, unknown>,
  role: StaffRole = "admin",
): Promise<void> {
  await write(db, (tx) => settings.saveSettings(tx, changes, actionContext(role)));
}
