import { z } from "zod";
import type { OtherAction } from "#app/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { type RedirectTarget, redirectKey, targetColumns } from "../redirects.ts";
import { type CheckedRedirect, checkRedirect, redirectShape, wrong } from "./redirect-input.ts";

export type RedirectContext = ActionContext & { publicUrl: URL };

const redirectSchema = z.strictObject(redirectShape);

/** Throws a DomainError when the address leads on already. @returns its id */
export async function createRedirect(
  tx: Writing,
  input: unknown,
  actionContext: RedirectContext,
): Promise<string> {
  const redirect = await read(tx, input, actionContext);
  return storeRedirect(tx, redirect, actionContext);
}

/** Keeps a checked redirect. */
export async function storeRedirect(
  tx: Writing,
  { from, to }: CheckedRedirect,
  actionContext: ActionContext,
): Promise<string> {
  await tx.engine.lock(tx.query, "redirects");
  await refuseTaken(tx, from, "");
  const id = newId();
  const row = {
    id,
    from_key: redirectKey(from),
    from_path: from,
    created_at: actionContext.now.toISOString(),
  };
  await tx.query
    .insertInto("redirects")
    .values({ ...row, ...targetColumns(to) })
    .execute();
  await forgetNotFound(tx, from);
  await record(tx, "redirect.create", id, { from, to }, actionContext);
  return id;
}

export async function changeRedirect(
  tx: Writing,
  id: string,
  input: unknown,
  actionContext: RedirectContext,
): Promise<void> {
  await tx.engine.lock(tx.query, "redirects");
  await readRow(tx, id);
  const { from, to } = await read(tx, input, actionContext);
  await refuseTaken(tx, from, id);
  const changed = { from_key: redirectKey(from), from_path: from, ...targetColumns(to) };
  await tx.query.updateTable("redirects").set(changed).where("id", "=", id).execute();
  await forgetNotFound(tx, from);
  await record(tx, "redirect.change", id, { from, to }, actionContext);
}

/** Answers what it was, so that it can be made again. */
export async function deleteRedirect(
  tx: Writing,
  id: string,
  actionContext: ActionContext,
): Promise<CheckedRedirect> {
  const row = await readRow(tx, id);
  const redirect = { from: row.from_path, to: targetOfRow(row) };
  await tx.query.deleteFrom("redirects").where("id", "=", id).execute();
  await record(tx, "redirect.delete", id, redirect, actionContext);
  return redirect;
}

export function targetOfRow(row: {
  to_entry: string | null;
  to_path: string | null;
  to_url: string | null;
}): RedirectTarget {
  if (row.to_entry !== null) return { entry: row.to_entry };
  return row.to_url === null ? { path: row.to_path ?? "/" } : { url: row.to_url };
}

async function read(tx: Writing, input: unknown, { publicUrl }: RedirectContext): Promise<CheckedRedirect> {
  const result = redirectSchema.safeParse(input);
  if (!result.success) throw validationError(result.error.issues);
  return checkRedirect(tx, result.data, publicUrl);
}

async function readRow({ query }: Writing, id: string) {
  const row = await query.selectFrom("redirects").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such redirect.");
  return row;
}

async function refuseTaken({ query }: Writing, from: string, but: string): Promise<void> {
  const taken = await query
    .selectFrom("redirects")
    .select("id")
    .where("from_key", "=", redirectKey(from))
    .where("id", "<>", but)
    .executeTakeFirst();
  if (taken) throw wrong("from", "This address leads on already; change that redirect instead");
}

/** What leads on is not lost any more. */
async function forgetNotFound({ query }: Writing, from: string): Promise<void> {
  await query.deleteFrom("lost_addresses").where("address_key", "=", redirectKey(from)).execute();
}

async function record(
  tx: Writing,
  action: OtherAction,
  id: string,
  redirect: CheckedRedirect,
  actionContext: ActionContext,
) {
  tx.invalidate(cacheTags.redirects);
  await recordAudit(
    tx,
    actionContext.actor,
    action,
    id,
    JSON.stringify({ from: redirect.from, ...redirect.to }),
  );
}
