import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { z } from "zod";

/** Who our tokens are for: the API of this site. */
export function audienceOf(publicUrl: URL): string {
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

export type Claims = z.infer<typeof claimsSchema>;

interface Checking {
  now: Date;
  publicUrl: URL;
  /** The public key of that name as a JWK; null when there is none. */
  findKey(id: string): Promise<JsonWebKey | null>;
}

/** For a clock of another instance that is ahead. */
const leewaySeconds = 5;
const longest = 2_000;

/** The claims of a token of ours that is good now; null for anything else. Only one algorithm and one shape is ever looked at. */
export async function verifyToken(
  token: string,
  { now, publicUrl, findKey }: Checking,
): Promise<Claims | null> {
  if (token.length > longest || !/^[\w-]+\.[\w-]+\.[\w-]{86}$/.test(token)) return null;
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = headerSchema.safeParse(readPart(head));
  const claims = claimsSchema.safeParse(readPart(body));
  if (!header.success || !claims.success) return null;
  const key = await findKey(header.data.kid);
  if (!key || !isSigned(key, `${head}.${body}`, signature)) return null;
  const { iss, aud, iat, exp } = claims.data;
  const seconds = now.getTime() / 1000;
  const isOurs = iss === publicUrl.origin && aud === audienceOf(publicUrl);
  const isInTime = iat <= seconds + leewaySeconds && exp > seconds && exp - iat <= 300;
  return isOurs && isInTime ? claims.data : null;
}

/** A part is taken only in the one spelling we write it in: no doubled keys, no other encoding of the same bytes. */
function readPart(part: string): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url"));
    const value: unknown = JSON.parse(text);
    const isCanonical = Buffer.from(JSON.stringify(value)).toString("base64url") === part;
    return isCanonical ? value : null;
  } catch {
    return null;
  }
}

function isSigned(key: JsonWebKey, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, "base64url");
  // 86 characters hold four bits more than a signature: only one spelling of it is ours.
  if (bytes.toString("base64url") !== signature) return false;
  return verify(null, Buffer.from(text), createPublicKey({ key, format: "jwk" }), bytes);
}
