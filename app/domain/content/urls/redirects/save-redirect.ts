import { z } from "zod";
import type { OtherAction } from "#app/domain/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { textExpected } from "#app/lib/text/plain-text.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { namesOldPage, redirectKey, redirectKeys } from "../redirect-keys.ts";
import { findUrlOwner, followRedirects, type RedirectTarget, targetColumns } from "../resolve-urls.ts";

const maxAddressLength = 2000;
const addressText = z
  .string(textExpected)
  .transform((typed) => typed.trim())
  .pipe(
    z
      .string()
      .max(maxAddressLength, "Use at most 2,000 characters")
      .refine((text) => text.isWellFormed() && !/[\s\p{Cc}\\]/u.test(text), "Leave out spaces and line ends"),
  );

/** Former address: a path of this site, or the path of a full URL. */
export const fromField = addressText.transform((typed, context) => {
  const url = typed.startsWith("/") ? URL.parse(typed, "http://site.example") : URL.parse(typed);
  const path = typed.startsWith("/") ? typed : url && url.pathname + url.search;
  if (url && path && /^https?:$/.test(url.protocol) && redirectKey(path) !== "/") return path;
  context.addIssue({ code: "custom", message: "Write the former address, such as /2019/05/our-move" });
  return z.NEVER;
});

const pathField = addressText.pipe(
  z.string().regex(/^\/(?![/\\])/, "Write an address of this site that starts with /"),
);

const urlField = addressText.refine((typed) => {
  const url = URL.parse(typed);
  return url?.protocol === "https:" && url.username === "" && url.password === "" && url.host.includes(".");
}, "Enter a full web address that starts with https://");

/** Target; exactly one of the three is set. */
export const redirectShape = {
  from: fromField,
  entry: z.string().max(100).optional(),
  path: pathField.optional(),
  url: urlField.optional(),
};

interface CheckedRedirect {
  from: string;
  to: RedirectTarget;
}

/**
 * Throws a DomainError for a redirect that loops, has no effect or has no target. @param publicUrl URLs of this site
 * become paths
 */
async function checkRedirect(
  db: Database,
  input: z.infer<z.ZodObject<typeof redirectShape>>,
  publicUrl: URL,
): Promise<CheckedRedirect> {
  const { from } = input;
  const to = await resolveTarget(db, targetOf(input, publicUrl));
  await refuseIneffective(db, from);
  if ("path" in to) await refuseLoop(db, from, to.path);
  return { from, to };
}

function targetOf(
  { entry, path, url }: { entry?: string | undefined; path?: string | undefined; url?: string | undefined },
  publicUrl: URL,
): RedirectTarget {
  const given = [entry, path, url].filter(Boolean);
  if (given.length !== 1) throw wrong("path", "Choose one target: an entry, a path, or another site");
  if (entry) return { entry };
  if (path) return { path };
  const place = new URL(url ?? "");
  return place.origin === publicUrl.origin
    ? { path: place.pathname + place.search + place.hash }
    : { url: place.href };
}

/** Replaces a path of an entry by the entry itself, so the redirect follows renames. */
async function resolveTarget(db: Database, to: RedirectTarget): Promise<RedirectTarget> {
  if ("entry" in to) {
    const found = db.query.selectFrom("entries").select("id").where("id", "=", to.entry);
    if (!(await found.where("deleted_at", "is", null).executeTakeFirst()))
      throw wrong("entry", "There is no such entry");
    return to;
  }
  if ("url" in to) return to;
  const place = /[?#]/.test(to.path) ? null : await findUrlOwner(db, to.path);
  return place?.entry ? { entry: place.entry.id } : to;
}

async function refuseIneffective(db: Database, from: string): Promise<void> {
  const url = new URL(from, "http://site.example");
  const there = namesOldPage(url) ? null : await findUrlOwner(db, from);
  if (!there) return;
  const name = there.entry ? `“${there.entry.title}”` : "A page";
  if (there.isFormer)
    throw wrong("from", `This address already redirects to ${name}, because its title changed`);
  if (there.isPublic) throw wrong("from", `${name} has this address, so the redirect would have no effect`);
}

async function refuseLoop(db: Database, from: string, path: string): Promise<void> {
  const { steps } = await followRedirects(db, path);
  if ([path, ...steps].some((step) => step.startsWith("/") && redirectKeys(step).includes(redirectKey(from))))
    throw wrong("path", "This would redirect back to the former address, in a loop");
}

function wrong(field: string, message: string) {
  return validationError([{ path: [field], message }]);
}

/** Actor and time of a change, with the input of its check. */
export interface RedirectContext extends ActionContext {
  publicUrl: URL;
  /** Whether the redirect comes from a file. */
  isImport?: boolean;
}

const redirectSchema = z.strictObject(redirectShape);

/** Throws a DomainError if the address already redirects. @returns its id */
export async function createRedirect(
  tx: Writing,
  input: unknown,
  actionContext: RedirectContext,
): Promise<string> {
  const redirect = await readInput(tx, input, actionContext);
  return storeRedirect(tx, redirect, actionContext);
}

/** Stores a checked redirect. */
async function storeRedirect(
  tx: Writing,
  { from, to }: CheckedRedirect,
  actionContext: RedirectContext,
): Promise<string> {
  await tx.locks.acquire(tx.query, "redirects");
  await refuseTaken(tx, from, "");
  const id = newId();
  const row = {
    id,
    from_key: redirectKey(from),
    from_path: from,
    is_imported: actionContext.isImport ? 1 : 0,
    created_at: actionContext.now.toISOString(),
  };
  await tx.query
    .insertInto("redirects")
    .values({ ...row, ...targetColumns(to) })
    .execute();
  await forgetNotFound(tx, from);
  await recordChange(tx, "redirect.create", id, { from, to }, actionContext);
  return id;
}

export async function changeRedirect(
  tx: Writing,
  id: string,
  input: unknown,
  actionContext: RedirectContext,
): Promise<void> {
  await tx.locks.acquire(tx.query, "redirects");
  const before = await readRow(tx, id);
  const { from, to } = await readInput(tx, input, actionContext);
  await refuseTaken(tx, from, id);
  const isSameAddress = before.from_key === redirectKey(from);
  const changed = {
    from_site: isSameAddress ? before.from_site : null,
    from_key: redirectKey(from),
    from_path: from,
    is_imported: actionContext.isImport ? 1 : 0,
    ...targetColumns(to),
  };
  await tx.query.updateTable("redirects").set(changed).where("id", "=", id).execute();
  await forgetNotFound(tx, from);
  await recordChange(tx, "redirect.change", id, { from, to }, actionContext);
}

/** Returns the deleted redirect, so that it can be restored. */
export async function deleteRedirect(
  tx: Writing,
  id: string,
  actionContext: ActionContext,
): Promise<CheckedRedirect> {
  const row = await readRow(tx, id);
  const redirect = { from: row.from_path, to: targetOfRow(row) };
  await tx.query.deleteFrom("redirects").where("id", "=", id).execute();
  await recordChange(tx, "redirect.delete", id, redirect, actionContext);
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

async function readInput(
  tx: Writing,
  input: unknown,
  { publicUrl }: RedirectContext,
): Promise<CheckedRedirect> {
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
  if (taken) throw wrong("from", "This address already has a redirect; change that one instead");
}

/** Removes a redirected address from the not-found log. */
async function forgetNotFound({ query }: Writing, from: string): Promise<void> {
  await query.deleteFrom("not_found_log").where("address_key", "=", redirectKey(from)).execute();
}

async function recordChange(
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
