import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { minutesToRead } from "#app/lib/rich-text/text.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import type { State } from "#app/platform/database/tables/content.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { Card, Entry } from "../entry.ts";
import { fieldsOfKind, type Kind } from "../kind.ts";
import { findKind } from "../kinds.ts";
import { entryPath, slugOf } from "../urls/slug.ts";
import { type OpenEntry, requireNotTrashed } from "./open-entry.ts";
import { readRow, readVersion } from "./read-versions.ts";

/** Version of an entry as its page would show it. */
export interface Preview<K extends Kind = Kind> {
  entry: Entry<K>;
  version: number;
  state: State;
  /** Whether this version is the public one. */
  isLive: boolean;
  isNewest: boolean;
}

/** Newest version of an entry, or the given one, as if published; throws a DomainError if missing. */
export async function readPreview<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
  number?: number,
): Promise<Preview<K>> {
  const row = await readRow(db, kind, id);
  const version = await readVersion(db, kind, id, number ?? row.latest_version);
  const slug = slugOf(version.data);
  const head = { id, slug, title: version.data.title, path: entryPath(kind, slug), position: row.position };
  const times = { publishedAt: row.published_at, updatedAt: version.created_at };
  const length = { words: version.words, minutes: minutesToRead(version.words) };
  return {
    entry: { ...head, ...times, ...length, sortKey: row.sort_key, data: version.data },
    version: version.number,
    state: row.state,
    isLive: version.number === row.live_version,
    isNewest: version.number === row.latest_version,
  };
}

/** List fields of a previewed entry. */
export function cardOf<K extends Kind>(kind: K, entry: Entry<K>): Omit<Card<K>, "cover"> {
  const shown = fieldsOfKind(kind).filter(([, { inCard }]) => inCard);
  const data = Object.fromEntries(shown.map(([name]) => [name, Reflect.get(entry.data, name)]));
  // Exactly the fields of the card type.
  return { ...entry, data: data as Card<K>["data"] };
}

/** Link to the newest version of one entry for people without an account. */
export interface PreviewLink {
  id: string;
  /** Id of its creator. */
  by: string;
  createdAt: string;
  expiresAt: string;
}

/** Validity periods of a link in days; the default is a week. */
export const previewDays = [1, 7, 30] as const;

const maxLinksAtOnce = 20;
const day = 86_400_000;

/** Creates a link. Its secret is returned once and stored as a hash; the link works until it expires or is revoked. */
export async function createPreviewLink(
  tx: Writing,
  entry: OpenEntry,
  days: number,
  actionContext: ActionContext,
): Promise<PreviewLink & { path: string }> {
  if (!previewDays.some((known) => known === days))
    throw validationError([{ path: ["days"], message: `Choose ${previewDays.join(", ")} days` }]);
  requireNotTrashed(entry);
  const { kind, id: entryId } = entry;
  if ((await listPreviewLinks(tx, entryId, actionContext.now)).length >= maxLinksAtOnce)
    throw validationError([
      { path: ["days"], message: `There are already ${maxLinksAtOnce} links; revoke one first` },
    ]);
  const secret = newSecret();
  const link = {
    id: newId(),
    by: actionContext.actor.id,
    createdAt: actionContext.now.toISOString(),
    expiresAt: new Date(actionContext.now.getTime() + days * day).toISOString(),
  };
  await tx.query
    .insertInto("preview_links")
    .values({
      id: link.id,
      entry_id: entryId,
      token_hash: hashSecret(secret),
      created_by: link.by,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
  await recordAudit(tx, actionContext.actor, `${kind.name}.preview-link`, entryId, `until ${link.expiresAt}`);
  return { ...link, path: `/preview/link/${secret}` };
}

/** Valid links of an entry, newest first. */
export async function listPreviewLinks(db: Database, entryId: string, now: Date): Promise<PreviewLink[]> {
  return db.query
    .selectFrom("preview_links")
    .select(["id", "created_by as by", "created_at as createdAt", "expires_at as expiresAt"])
    .where("entry_id", "=", entryId)
    .where("expires_at", ">", now.toISOString())
    .orderBy("id", "desc")
    .execute();
}

/** Revokes a link immediately. */
export async function revokePreviewLink(
  tx: Writing,
  kind: Kind,
  entryId: string,
  linkId: string,
  actionContext: ActionContext,
): Promise<void> {
  await readRow(tx, kind, entryId, { inTrash: true });
  const { numDeletedRows } = await tx.query
    .deleteFrom("preview_links")
    .where("id", "=", linkId)
    .where("entry_id", "=", entryId)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw new DomainError("missing", "This link has already expired.");
  await recordAudit(tx, actionContext.actor, `${kind.name}.preview-revoke`, entryId);
}

/**
 * Entry of a preview link; null if the link is unknown or expired, its entry is in the trash, or its creator is no
 * longer an editor.
 */
export async function findPreviewed(
  db: Database,
  secret: string,
  now: Date,
): Promise<{ kind: Kind; id: string; expiresAt: string } | null> {
  const row = await db.query
    .selectFrom("preview_links")
    .innerJoin("entries", "entries.id", "entry_id")
    // A link requires that its creator still has access.
    .innerJoin("users", "users.id", "preview_links.created_by")
    .where("users.banned", "=", 0)
    .where("users.role", "in", ["editor", "admin"])
    .select(["entry_id", "kind", "preview_links.expires_at"])
    .where("preview_links.token_hash", "=", hashSecret(secret))
    .where("preview_links.expires_at", ">", now.toISOString())
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const kind = row && findKind(row.kind);
  return kind ? { kind, id: row.entry_id, expiresAt: row.expires_at } : null;
}

/** Deletes expired links. */
export async function cleanUpPreviewLinks(db: Database, now: Date): Promise<void> {
  await db.query.deleteFrom("preview_links").where("expires_at", "<=", now.toISOString()).execute();
}

/** Runs now and every hour, on one instance. */
export function startPreviewCleanup(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): PeriodicTask {
  const terms = { name: "preview link cleanup", everyMs };
  return repeatOnOneInstance(db, terms, () => cleanUpPreviewLinks(db, clock.now()), onError);
}
