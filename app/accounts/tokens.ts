import { createPrivateKey, sign, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { checkInput } from "#app/leads/check.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import type { Accounts, Asking, Signed } from "./accounts.ts";
import { circumstancesOf } from "./circumstances.ts";
import { describeSigned, requireSigned } from "./identify.ts";
import type { World } from "./parts.ts";
import { findSession } from "./session.ts";
import { findSigningKey, type SigningKeys } from "./signing-keys.ts";
import { audienceOf, verifyToken } from "./verify-token.ts";

/** Seconds a token is good, at most: it is dead at once when its session is. */
export const tokenSeconds = 300;

export const tokenSchema = z.strictObject({ email: emailSchema("Write your e-mail address") });

/** A token for the person whose session asks, and for the e-mail address they name only if it is theirs. */
export const issueToken =
  (world: World, keys: SigningKeys): Accounts["issueToken"] =>
  async (asking, input) => {
    const { now } = circumstancesOf(world, asking);
    const { person, sessionId } = await requireSigned(world, asking);
    const { email } = checkInput(tokenSchema, input);
    if (!isSame(emailKey(email), emailKey(person.email)))
      throw new Refusal("forbidden", "This is not the address of your account.", { reason: "not-yours" });
    const key = await keys.current(now);
    const issued = Math.floor(now.getTime() / 1000);
    const payload = {
      sub: person.id,
      sid: sessionId,
      role: person.role,
      iss: world.publicUrl.origin,
      aud: audienceOf(world.publicUrl),
      iat: issued,
      exp: issued + tokenSeconds,
    };
    return { token: signToken({ alg: "EdDSA", typ: "JWT", kid: key.id }, payload, key.privateKey) };
  };

/** Who a token speaks for: session and person are looked up each time, so that it ends with them. */
export async function identifyByToken(world: World, asking: Asking): Promise<Signed | null> {
  const { now } = circumstancesOf(world, asking);
  const authorization = asking.request.headers.get("authorization") ?? "";
  if (!authorization.startsWith("Bearer ")) return null;
  const claims = await verifyToken(authorization.slice(7), {
    now,
    publicUrl: world.publicUrl,
    findKey: (id) => findSigningKey(world, id, now),
  });
  const found = claims && (await findSession(world.db, { id: claims.sid }, now));
  if (!found || found.user.id !== claims.sub || found.user.role !== claims.role) return null;
  asking.visit.noteSignedIn(found.user.id);
  return describeSigned(world, found, now);
}

function signToken(header: object, payload: object, privateKey: string): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${text}.${sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString("base64url")}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
