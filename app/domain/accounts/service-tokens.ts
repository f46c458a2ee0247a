import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { clientContextOf, later, recordEvent } from "#app/domain/accounts/account-events.ts";
import type { AccountRequest } from "#app/domain/accounts/accounts.ts";
import { countFirst, serviceTokenLimits } from "#app/domain/accounts/limits.ts";
import { nameField } from "#app/domain/accounts/registration/register.ts";
import { requireFreshAdmin } from "#app/domain/accounts/staff/change-others.ts";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { ServiceTokenTable } from "#app/platform/database/tables/accounts.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, isEqualInConstantTime, newSecret } from "#app/platform/secrets/bearer-secret.ts";

/** Scopes of service tokens. API routes without a scope reject service tokens. */
export const scopes = [
  "content:read",
  "content:draft",
  "leads:read",
  "subscribers:read",
  "webhooks:read",
  "mcp",
] as const;

export type Scope = (typeof scopes)[number];

/** Labels for the form. */
export const scopeLabels: Record<Scope, string> = {
  "content:read": "Read all content with its drafts, versions and files",
  "content:draft": "Create and change drafts; never publish, never delete",
  "leads:read": "Read messages and call requests, with names and addresses",
  "subscribers:read": "Read the list of subscribers",
  "webhooks:read": "Read what webhooks were sent, without their secrets",
  mcp: "Let an assistant use the other scopes through MCP; leads only as a summary",
};

/** Scopes in a row that this version supports. */
function readScopes(stored: string): Scope[] {
  const given = stored.split(" ");
  return scopes.filter((scope) => given.includes(scope));
}

/**
 * Program authenticated by its token. It belongs to the company, so it remains valid when the admin who created it
 * leaves.
 */
export interface ServiceToken {
  /** Actor id. */
  id: string;
  name: string;
  scopes: readonly Scope[];
}

/** Allowed validity periods in days. */
export const tokenDays = [7, 30, 90, 180, 365] as const;

/** Maximum number of valid tokens. */
export const maxTokens = 50;

const newTokenSchema = z.strictObject({
  name: nameField,
  scopes: z.array(z.enum(scopes, "Choose from the list")).min(1, "Choose at least one"),
  days: z
    .literal(
      tokenDays.map((days) => String(days)),
      "Choose when it expires",
    )
    .transform(Number),
});

export interface NewTokenInput {
  name: string;
  scopes: readonly string[];
  /** One of `tokenDays`, as text. */
  days: string;
}

/** Creates a token; only this response contains it. Requires a fresh session. */
export async function createServiceToken(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: NewTokenInput,
): Promise<{ token: string }> {
  const { person } = await requireFreshAdmin(ctx, accountRequest);
  const given = checkInput(newTokenSchema, input);
  const here = clientContextOf(ctx, accountRequest);
  const { token, start } = newTokenText();
  const row = {
    id: newId(),
    name: given.name,
    start,
    token_hash: hashSecret(token),
    scopes: given.scopes.join(" "),
    created_by: person.id,
    created_at: here.at,
    expires_at: later(here, given.days * 86_400_000),
    last_used_at: null,
    revoked_at: null,
  };
  await write(ctx.db, async (tx) => {
    await tx.locks.acquire(tx.query, "service-tokens");
    if ((await countUsable(tx, here.at)) >= maxTokens)
      throw new DomainError("in-use", `There are ${maxTokens} tokens. Revoke one that is not needed first.`);
    await tx.query.insertInto("service_tokens").values(row).execute();
    const event = { actor: person.id, action: "service-token.created", subject: row.id } as const;
    await recordEvent(tx, here, { ...event, detail: row.scopes });
  });
  return { token };
}

/** Revokes a token immediately; revoking again changes nothing. */
export async function revokeServiceToken(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
): Promise<void> {
  const revoked = await tx.query
    .updateTable("service_tokens")
    .set({ revoked_at: now.toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (Number(revoked.numUpdatedRows) > 0) await recordAudit(tx, actor, "service-token.revoked", id);
}

/** Whether a request contains a service token, valid or not. */
export function hasServiceToken({ headers }: Request): boolean {
  return headers.get("authorization")?.startsWith(`Bearer ${tokenPrefix}`) ?? false;
}

/** Identifies the program by its valid token and counts the request; throws "too-many" above the limit. */
export async function identifyServiceToken(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<ServiceToken | null> {
  accountRequest.requestContext.noStore();
  const token = accountRequest.request.headers.get("authorization")?.slice("Bearer ".length) ?? "";
  const start = readTokenStart(token);
  if (start === null) return null;
  const here = clientContextOf(ctx, accountRequest);
  const row = await ctx.db.query
    .selectFrom("service_tokens")
    .selectAll()
    .where("start", "=", start)
    .executeTakeFirst();
  if (!row || !isEqualInConstantTime(row.token_hash, hashSecret(token)) || !isUsable(row, here.at))
    return null;
  accountRequest.requestContext.noteSignedIn(row.id);
  await countFirst(ctx, serviceTokenLimits(row.id), here);
  await noteTokenUse(ctx.db, row, here.now);
  return { id: row.id, name: row.name, scopes: readScopes(row.scopes) };
}

function isUsable(
  { expires_at, revoked_at }: Pick<Selectable<ServiceTokenTable>, "expires_at" | "revoked_at">,
  at: string,
): boolean {
  return revoked_at === null && expires_at > at;
}

/** A token as admins see it. */
export interface ListedToken {
  id: string;
  name: string;
  start: string;
  scopes: readonly Scope[];
  state: "good" | "expired" | "revoked";
  /** Name of the admin who created it. */
  by: string;
  createdAt: string;
  expiresAt: string;
  /** To the hour; null before the first use. */
  lastUsedAt: string | null;
}

/** Service tokens, newest first, at most 500. */
export async function listServiceTokens({ query }: Database, now: Date): Promise<ListedToken[]> {
  const rows = await query
    .selectFrom("service_tokens")
    .leftJoin("users", "users.id", "service_tokens.created_by")
    .selectAll("service_tokens")
    .select("users.name as by")
    .orderBy("service_tokens.id", "desc")
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: readScopes(row.scopes),
    state: row.revoked_at !== null ? "revoked" : isUsable(row, now.toISOString()) ? "good" : "expired",
    by: row.by ?? "Somebody who has left",
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }));
}

async function countUsable({ query }: Database, at: string): Promise<number> {
  const { count } = await query
    .selectFrom("service_tokens")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Records the last use, rounded to the hour so that most requests do not write. */
async function noteTokenUse(
  { query }: Database,
  row: Pick<Selectable<ServiceTokenTable>, "id" | "last_used_at">,
  now: Date,
): Promise<void> {
  const hour = `${now.toISOString().slice(0, 13)}:00:00.000Z`;
  if (row.last_used_at === hour) return;
  await query.updateTable("service_tokens").set({ last_used_at: hour }).where("id", "=", row.id).execute();
}

/** Public prefix, by which secret scanners recognise our tokens. */
const tokenPrefix = "fdk_";

/** Creates a token and its displayable prefix. */
export function newTokenText(start = `${tokenPrefix}${randomBytes(6).toString("hex")}`): {
  token: string;
  start: string;
} {
  const body = `${start}_${newSecret()}`;
  return { token: `${body}${checksum(body)}`, start };
}

/** Prefix by which a token is found; null for malformed or incomplete tokens, without a database query. */
export function readTokenStart(text: string): string | null {
  const found = /^(fdk_[\da-f]{12})_[\w-]{43}[\da-f]{8}$/.exec(text);
  return found?.[1] && checksum(text.slice(0, -8)) === text.slice(-8) ? found[1] : null;
}

/** Checksum of eight hexadecimal digits; detects typing errors, not for security. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
