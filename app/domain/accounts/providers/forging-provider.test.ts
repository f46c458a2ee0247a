import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { finishProvider } from "#app/domain/accounts/providers/finish-provider.ts";
import { startProvider } from "#app/domain/accounts/providers/providers.ts";
import { openTestAccounts } from "../../../../tests/support/accounts.ts";

const clientId = "frontdesk-tests";
const clientSecret = "a secret of the tests alone";
const { privateKey: anotherKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

interface FalseData {
  /** Issuer in the discovery document. */
  issuer?: string;
  /** Claims that replace the valid ones. */
  claims?: Record<string, unknown>;
  /** Signature that replaces the provider's own. */
  sign?: "not" | "with the client's secret" | "with another key";
}

/** Starts a provider that signs in everyone as one person and returns the given false data. */
async function startForgingProvider(falseData: FalseData) {
  let nonce = "";
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answers[pathname]?.() ?? {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const now = Math.floor(Date.now() / 1000);
  const token = () =>
    writeToken(
      {
        iss: issuer,
        aud: clientId,
        sub: "g-1",
        email: "rahima@shapla.example",
        email_verified: true,
        iat: now,
        exp: now + 300,
        nonce,
        ...falseData.claims,
      },
      falseData.sign,
    );
  const answers: Record<string, () => unknown> = {
    "/.well-known/openid-configuration": () => ({
      issuer: falseData.issuer ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ["RS256"],
    }),
    "/keys": () => ({
      keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }],
    }),
    "/token": () => ({ access_token: "a", token_type: "Bearer", expires_in: 300, id_token: token() }),
    "/me": () => ({ sub: "g-1", email: "rahima@shapla.example", email_verified: true }),
  };
  return {
    settings: {
      clientId,
      clientSecret,
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    },
    take(location: string) {
      nonce = new URL(location).searchParams.get("nonce") ?? "";
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const algorithms = { not: "none", "with the client's secret": "HS256", "with another key": "RS256" };

function writeToken(claims: object, signing?: FalseData["sign"]): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const alg = signing ? algorithms[signing] : "RS256";
  const text = `${encode({ alg, kid: "k", typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${signatureOf(text, alg, signing ? anotherKey : privateKey).toString("base64url")}`;
}

function signatureOf(text: string, alg: string, key: KeyObject): Buffer {
  if (alg === "none") return Buffer.alloc(0);
  if (alg === "HS256") return createHmac("sha256", clientSecret).update(text).digest();
  return sign("sha256", Buffer.from(text), key);
}

/** Returns the final address of the sign-in. */
async function signInThere(falseData: FalseData): Promise<string> {
  await using provider = await startForgingProvider(falseData);
  await using site = await openTestAccounts("sqlite", { google: provider.settings });
  const browser = site.browser();
  const started = browser.keep(
    await startProvider(site.accounts, browser.accountRequest("/auth/start"), { mode: "redirect" }),
  );
  provider.take(started.location);
  const state = new URL(started.location).searchParams.get("state");
  const back = `/api/auth/callback/google?code=c&state=${state}`;
  return (await finishProvider(site.accounts, browser.accountRequest(back))).location;
}

test("accepts a provider with valid claims", async () => {
  expect(await signInThere({})).toBe("/");
});

test.each<[string, Record<string, unknown>]>([
  ["another audience", { aud: "somebody-else" }],
  ["no audience", { aud: undefined }],
  ["another issuer", { iss: "https://accounts.google.com" }],
  ["a past expiry", { exp: 1 }],
  ["another nonce", { nonce: "another" }],
  ["no nonce", { nonce: undefined }],
])("ASVS 10.5.4 rejects a token with %s", async (_, claims) => {
  expect(await signInThere({ claims })).toBe("/login?problem=provider-error");
});

test.each(["not", "with the client's secret", "with another key"] as const)(
  "ASVS 10.5.4 rejects a token signed %s",
  async (sign) => {
    expect(await signInThere({ sign })).toBe("/login?problem=provider-error");
  },
);

test("ASVS 10.5.3 ignores a provider whose document names another issuer", async () => {
  const issuer = "https://accounts.google.com";
  await expect(signInThere({ issuer, claims: { iss: issuer } })).rejects.toMatchObject({
    reason: "provider-unreachable",
  });
});
