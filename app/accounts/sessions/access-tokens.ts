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
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import type { AccountContext } from "../account-context.ts";
import { clientContextOf } from "../account-events.ts";
import type { AccountRequest, Signed } from "../accounts.ts";
import { describeSigned, requireSigned } from "./identify.ts";
import { findSession } from "./session.ts";

/** Seconds a token is good, at most: it is dead at once when its session is. */
export const tokenSeconds = 300;

export const tokenSchema = z.strictObject({ email: emailSchema("Write your e-mail address") });

/** A token for the person whose session asks, and for the e-mail address they name only if it is theirs. */
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

/** Who a token speaks for: session and person are looked up each time, so that it ends with them. */
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

/** Who our tokens are for: the API of this site. */
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
  /** The public key of that name as a JWK; null when there is none. */
  findKey(id: string): Promise<JWK | null>;
}

/** For a clock of another instance that is ahead. */
const leewaySeconds = 5;
const longestToken = 2_000;

/** The claims of a token of ours that is good now; null for anything else. Only one algorithm and one shape is ever looked at. */
async function verifyToken(token: string, { now, publicUrl, findKey }: Checking): Promise<Claims | null> {
  if (token.length > longestToken || !isWrittenAsOurs(token)) return null;
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

/** Whether each part stands in the one spelling of its bytes: the last letter of a signature has four bits to spare. */
function isWrittenAsOurs(token: string): boolean {
  return (
    /^[\w-]+\.[\w-]+\.[\w-]{86}$/.test(token) &&
    token.split(".").every((part) => Buffer.from(part, "base64url").toString("base64url") === part)
  );
}

/** A part is taken only as we write it: no doubled keys, nothing between them. */
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
/** A key signs for 30 days; what it signed can be checked for a day longer, which no token needs. */
export const signsForMs = 30 * day;
/** With Ed25519 (RFC 8037). */
const signingAlgorithm = "EdDSA";
const checkedFor = signsForMs + day;

/** The key to sign with now, a new one when the last has served its time. */
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

/** The public keys that tokens may be signed with, as a key set (RFC 7517). */
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

/** Asked of the database each time: a key that another instance made is known at once. */
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

/** One for all instances, also when several find at once that it is time. */
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
