import type { Kysely } from "kysely";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import type { Dependencies } from "../dependencies.ts";

/**
 * Better Auth, as the maintained hand for the two protocols that are not ours to write: OpenID Connect and passkeys. It is
 * loaded when either is first used: most processes then never carry its 50 MB. Sessions, passwords and people stay with
 * us: none of its own addresses is served.
 */
export interface AuthProviders {
  passkeys(): Promise<PasskeyApi>;
  /** Null when the provider's description can't be read at present; the next call tries again. */
  provider(): Promise<Provider | null>;
}

export type PasskeyApi = Awaited<ReturnType<typeof openPasskeys>>;
export type Provider = NonNullable<Awaited<ReturnType<typeof openProvider>>>;

export function createAuthProviders(deps: Dependencies): AuthProviders {
  let passkeys: Promise<PasskeyApi> | undefined;
  let provider: Promise<Provider | null> | undefined;
  return {
    passkeys() {
      passkeys ??= openPasskeys(deps);
      return passkeys;
    },
    async provider() {
      provider ??= openProvider(deps);
      const opened = await Promise.race([provider.catch(() => null), nullAfter(longestWait)]);
      if (!opened) provider = undefined;
      return opened;
    },
  };
}

/** Milliseconds a provider has to describe itself. */
const longestWait = 5000;

function nullAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null).unref());
}

/** What both have in common. Nothing of it counts, mails or signs in by itself. */
function commonOptions({ publicUrl, secret, warn }: Dependencies) {
  return {
    baseURL: publicUrl.origin,
    basePath: "/api/auth",
    secret,
    trustedOrigins: [publicUrl.origin],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "warn" as const, log: (_level: string, message: string) => warn(message) },
  };
}

async function openPasskeys(deps: Dependencies) {
  const [{ betterAuth }, { passkey }] = await Promise.all([
    import("better-auth"),
    import("@better-auth/passkey"),
  ]);
  const { publicUrl } = deps;
  const auth = betterAuth({
    ...commonOptions(deps),
    // One spelling of moments and truths on both engines, as in all our tables.
    database: { db: deps.db.query as unknown as Kysely<unknown>, type: "sqlite" as const },
    // Tables of ours have more columns than it knows; that it finds its own is tested.
    advanced: { database: { generateId: newId, validateSchema: false }, cookiePrefix: "frontdesk" },
    // Sessions it opens end before anybody can be given them: `admit` opens the real ones.
    session: { ...sessionFields, expiresIn: 10 },
    user: userFields,
    verification: verificationFields,
    plugins: [
      passkey({
        rpID: publicUrl.hostname,
        rpName: "Frontdesk",
        origin: publicUrl.origin,
        schema: passkeySchema,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          // Asked by `registerPasskey` alone, which has made sure of the person.
          requireSession: false,
          resolveUser: async ({ context }) => readRegistrant(context),
          afterVerification: async ({ verification }) =>
            requireUser(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: async ({ verification }) =>
            requireUser(verification.authenticationInfo.userVerified),
        },
      }),
    ],
  });
  return auth.api;
}

/** A key that somebody else can pick up and use proves nothing about the person: the device must have asked for them. */
function requireUser(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new Error("The passkey did not verify its user.");
}

function readRegistrant(context: string | null | undefined) {
  const { id, name } = JSON.parse(context ?? "null");
  return { id: String(id), name: String(name) };
}

async function openProvider(deps: Dependencies) {
  const { google } = deps;
  if (!google) return null;
  const [{ betterAuth }, { genericOAuth }] = await Promise.all([
    import("better-auth/minimal"),
    import("better-auth/plugins/generic-oauth"),
  ]);
  const config = { ...google, providerId: "google", scopes: ["openid", "email", "profile"], pkce: true };
  if (!(await isNamedByItself(google.discoveryUrl))) return null;
  let isOpen = false;
  const auth = betterAuth({
    // Why it does not open is said once, by whoever asked, and naming the setting.
    ...commonOptions({ ...deps, warn: (message) => isOpen && deps.warn(message) }),
    plugins: [genericOAuth({ config: [{ ...config, requireIdTokenVerification: true }] })],
  });
  const { socialProviders } = await auth.$context;
  isOpen = true;
  return socialProviders.find(({ id }) => id === "google") ?? null;
}

/**
 * Whether the document of a provider names the issuer it was fetched from, letter by letter: one that calls itself by another's
 * name could pass its own tokens off as that one's (OpenID Connect Discovery 1.0, 4.3).
 */
async function isNamedByItself(discoveryUrl: string): Promise<boolean> {
  const answer = await fetch(discoveryUrl, { redirect: "error", signal: AbortSignal.timeout(longestWait) });
  const { issuer } = z.object({ issuer: z.string() }).parse(await answer.json());
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration` === discoveryUrl;
}

const moments = { createdAt: "created_at", updatedAt: "updated_at" };

const userFields = { modelName: "users", fields: { emailVerified: "email_verified", ...moments } };

const sessionFields = {
  modelName: "sessions",
  fields: {
    ...moments,
    userId: "user_id",
    expiresAt: "expires_at",
    ipAddress: "ip_address",
    userAgent: "user_agent",
  },
};

const verificationFields = { modelName: "verifications", fields: { ...moments, expiresAt: "expires_at" } };

const passkeySchema = {
  passkey: {
    modelName: "passkeys",
    fields: {
      publicKey: "public_key",
      userId: "user_id",
      credentialID: "credential_id",
      deviceType: "device_type",
      backedUp: "backed_up",
      createdAt: "created_at",
    },
  },
};
