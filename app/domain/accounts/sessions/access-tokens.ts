import {
  type CryptoKey,
  errors,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import { z } from "zod";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { emailKey, emailSchema } from "#app/lib/text/email.ts";
import { write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf } from "../account-events.ts";
import type { AccountRequest, Signed } from "../accounts.ts";
import { describeSigned, requireSigned } from "./identify.ts";
import { findSession } from "./session.ts";

/** Maximum validity of a token in seconds; it ends early with its session. */
export const tokenSeconds = 300;

export const tokenSchema = z.strictObject({ email: emailSchema("Write your e-mail address") });

/** Issues a token for the person of the session; includes the requested e-mail address only if it is theirs. */
export async function issueToken(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: unknown,
): Promise<{ token: string }> {
  const { now } = clientContextOf(ctx, accountRequest);
  const { person, sessionId } = await requireSigned(ctx, accountRequest);
  const { email } = checkInput(tokenSchema, input);
  if (!isEqualInConstantTime(emailKey(email), emailKey(person.email)))
    throw new DomainError("forbidden", "This is not the address of your account.", { reason: "not-yours" });
  const key = await readSigningKey(ctx, now);
  const issued = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT({ sid: sessionId, role: person.role })
    .setProtectedHeader({ alg: "EdDSA", typ: "JWT", kid: key.id })
    .setSubject(person.id)
    .setIssuer(ctx.publicUrl.origin)
    .setAudience(audienceOf(ctx.publicUrl))
    .setIssuedAt(issued)
    .setExpirationTime(issued + tokenSeconds)
    .sign(key.privateKey);
  return { token };
}

/** Person and session of a token, read from the database each time, so the token ends with either. */
export async function identifyByToken(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<Signed | null> {
  const { now } = clientContextOf(ctx, accountRequest);
  const authorization = accountRequest.request.headers.get("authorization") ?? "";
  if (!authorization.startsWith("Bearer ")) return null;
  const claims = await verifyToken(authorization.slice(7), {
    now,
    publicUrl: ctx.publicUrl,
    findKey: (id) => findSigningKey(ctx, id, now),
  });
  const found = claims && (await findSession(ctx, { id: claims.sid }, now));
  if (!found || found.user.id !== claims.sub || found.user.role !== claims.role) return null;
  accountRequest.requestContext.noteSignedIn(found.user.id);
  return describeSigned(ctx, found, now);
}

/** Audience of access tokens: the API of this site. */
function audienceOf(publicUrl: URL): string {
  return new URL("/api", publicUrl).href;
}

const headerSchema = z.strictObject({ alg: z.literal("EdDSA"), typ: z.literal("JWT"), kid: z.uuid() });

const claimsSchema = z.strictObject({
  sub: z.uuid(),
  sid: z.uuid(),
  role: z.enum(["member", "editor", "admin"]),
  iss: z.string(),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
});

type Claims = z.infer<typeof claimsSchema>;

interface Checking {
  now: Date;
  publicUrl: URL;
  /** Public key with this id as a JWK; null if unknown. */
  findKey(id: string): Promise<JWK | null>;
}

/** Tolerance for clock differences between instances. */
const leewaySeconds = 5;
const maxTokenLength = 2_000;

/** Claims of a valid access token; null otherwise. Accepts exactly one algorithm and one token structure. */
async function verifyToken(token: string, { now, publicUrl, findKey }: Checking): Promise<Claims | null> {
  if (token.length > maxTokenLength || !isCanonical(token)) return null;
  const [head = "", body = ""] = token.split(".");
  const header = headerSchema.safeParse(readPart(head));
  const claims = claimsSchema.safeParse(readPart(body));
  if (!header.success || !claims.success) return null;
  const key = await findKey(header.data.kid);
  if (!key) return null;
  try {
    await jwtVerify(token, key, {
      algorithms: ["EdDSA"],
      typ: "JWT",
      issuer: publicUrl.origin,
      audience: audienceOf(publicUrl),
      currentDate: now,
    });
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
  const { iat, exp } = claims.data;
  const isInTime = iat <= now.getTime() / 1000 + leewaySeconds && exp - iat <= tokenSeconds;
  return isInTime ? claims.data : null;
}

/** Whether each part uses canonical base64url; the last character of a signature has four unused bits. */
function isCanonical(token: string): boolean {
  return (
    /^[\w-]+\.[\w-]+\.[\w-]{86}$/.test(token) &&
    token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part)
  );
}

/** Accepts only our own serialization, without duplicate keys or whitespace. */
function readPart(part: string): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url"));
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : null;
  } catch {
    return null;
  }
}

const day = 86_400_000;
/** Signing period of a key. Verification continues for one day, longer than any token lasts. */
export const signsForMs = 30 * day;
/** Ed25519 (RFC 8037). */
const signingAlgorithm = "EdDSA";
const checkedFor = signsForMs + day;

/** Current signing key; creates one when the last has reached the end of its period. */
async function readSigningKey(
  ctx: AccountContext,
  now: Date,
): Promise<{ id: string; privateKey: CryptoKey }> {
  const key = (await findNewest(ctx, now)) ?? (await makeKey(ctx, now));
  return {
    id: key.id,
    privateKey: await importPKCS8(ctx.encryption.decrypt(key.private_key), signingAlgorithm),
  };
}

/** Public keys that may have signed valid tokens, as a key set (RFC 7517). */
export async function listPublicKeys({
  db,
  clock,
}: Pick<AccountContext, "db" | "clock">): Promise<{ keys: JWK[] }> {
  const rows = await db.query
    .selectFrom("signing_keys")
    .select("public_key")
    .where("expires_at", ">", clock.now().toISOString())
    .orderBy("created_at")
    .execute();
  return { keys: rows.map(({ public_key }) => JSON.parse(public_key)) };
}

/** Read from the database each time, because other instances may create keys. */
async function findSigningKey({ db }: AccountContext, id: string, now: Date): Promise<JWK | null> {
  const row = await db.query
    .selectFrom("signing_keys")
    .select("public_key")
    .where("id", "=", id)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row ? JSON.parse(row.public_key) : null;
}

async function findNewest({ db }: Pick<AccountContext, "db">, now: Date) {
  return db.query
    .selectFrom("signing_keys")
    .select(["id", "private_key"])
    .where("created_at", ">", new Date(now.getTime() - signsForMs).toISOString())
    .orderBy("created_at", "desc")
    .executeTakeFirst();
}

/** Creates one key for all instances, even if several try at once. */
async function makeKey(ctx: AccountContext, now: Date) {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const id = newId();
  const row = {
    id,
    private_key: ctx.encryption.encrypt(await exportPKCS8(privateKey)),
    public_key: JSON.stringify({
      ...(await exportJWK(publicKey)),
      alg: signingAlgorithm,
      use: "sig",
      kid: id,
    }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + checkedFor).toISOString(),
  };
  return write(ctx.db, async (tx) => {
    await tx.locks.acquire(tx.query, "signing-keys");
    const other = await findNewest({ db: tx }, now);
    if (other) return other;
    await tx.query.insertInto("signing_keys").values(row).execute();
    return row;
  });
}
