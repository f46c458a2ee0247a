import { errors, type JWK, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { checkInput } from "#app/leads/intake/check.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import type { AccountContext } from "../account-context.ts";
import type { AccountRequest, Signed } from "../accounts.ts";
import { clientContextOf } from "../request-context.ts";
import { describeSigned, requireSigned } from "./identify.ts";
import { findSession } from "./session.ts";
import { findSigningKey, readSigningKey } from "./signing-keys.ts";

/** Seconds a token is good, at most: it is dead at once when its session is. */
export const tokenSeconds = 300;

export const tokenSchema = z.strictObject({ email: emailSchema("Write your e-mail address") });

/** A token for the person whose session asks, and for the e-mail address they name only if it is theirs. */
export async function issueToken(
  ctx: AccountContext,
  asking: AccountRequest,
  input: { email: string },
): Promise<{ token: string }> {
  const { now } = clientContextOf(ctx, asking);
  const { person, sessionId } = await requireSigned(ctx, asking);
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
export async function identifyByToken(ctx: AccountContext, asking: AccountRequest): Promise<Signed | null> {
  const { now } = clientContextOf(ctx, asking);
  const authorization = asking.request.headers.get("authorization") ?? "";
  if (!authorization.startsWith("Bearer ")) return null;
  const claims = await verifyToken(authorization.slice(7), {
    now,
    publicUrl: ctx.publicUrl,
    findKey: (id) => findSigningKey(ctx, id, now),
  });
  const found = claims && (await findSession(ctx.db, { id: claims.sid }, now));
  if (!found || found.user.id !== claims.sub || found.user.role !== claims.role) return null;
  asking.requestContext.noteSignedIn(found.user.id);
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
const longest = 2_000;

/** The claims of a token of ours that is good now; null for anything else. Only one algorithm and one shape is ever looked at. */
async function verifyToken(token: string, { now, publicUrl, findKey }: Checking): Promise<Claims | null> {
  if (token.length > longest || !isWrittenAsOurs(token)) return null;
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
