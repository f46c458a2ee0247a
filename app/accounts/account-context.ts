import type { Configuration } from "openid-client";
import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { createEncryption, type Encryption } from "#app/platform/secrets/encryption.ts";

/** What accounts are made of. */
export interface AccountDependencies {
  db: Database;
  clock: Clock;
  publicUrl: URL;
  /** The deployer's secret, at least 32 characters. */
  secret: string;
  /** Those from before a change of it. */
  previousSecrets?: readonly string[];
  /** Null when there is none. */
  google: ProviderSettings | null;
  /** What the company calls itself, in authenticator apps and in no password. */
  companyName(): Promise<string>;
  /** How long staff may go on without a second step. */
  secondStepGraceDays(): Promise<number>;
  /** Minutes without use after which a session of staff ends. */
  staffIdleMinutes(): Promise<{ editor: number; admin: number }>;
  warn(message: string, error?: unknown): void;
}

/**
 * What the functions of accounts take first: the same with what is made of the secret, and the provider as it describes itself.
 * They throw a DomainError for what can't be done, "stale-session" where somebody has to show again who they are.
 */
export interface AccountContext extends AccountDependencies {
  encryption: Encryption;
  findProvider: FindProvider;
}

export function createAccountContext(parts: AccountDependencies): AccountContext {
  return {
    ...parts,
    encryption: createEncryption(parts.secret, parts.previousSecrets),
    findProvider: createFindProvider(parts.google),
  };
}

/** The provider that "Sign in with Google" leads to. */
interface ProviderSettings {
  clientId: string;
  clientSecret: string;
  discoveryUrl: string;
}

/** The provider as its own description has it; null when there is none, or when it can't be read at present: the next call tries again. */
type FindProvider = () => Promise<Configuration | null>;

/** Reads the provider's description once, when it is first wanted; openid-client is loaded with it. */
function createFindProvider(google: ProviderSettings | null): FindProvider {
  let reading: Promise<Configuration | null> | undefined;
  return async () => {
    if (!google) return null;
    reading ??= readProvider(google).catch(() => null);
    const provider = await reading;
    if (!provider) reading = undefined;
    return provider;
  };
}

/** Seconds a provider has for each answer. */
const longestWait = 5;

async function readProvider({
  clientId,
  clientSecret,
  discoveryUrl,
}: ProviderSettings): Promise<Configuration | null> {
  const { ClientSecretPost, allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import(
    "openid-client"
  );
  const url = new URL(discoveryUrl);
  const provider = await discovery(url, clientId, undefined, ClientSecretPost(clientSecret), {
    // A provider over https is never asked, nor followed, over http.
    execute: url.protocol === "http:" ? [allowInsecureRequests] : [],
    timeout: longestWait,
  });
  const { issuer, jwks_uri } = provider.serverMetadata();
  if (!isNamedByItself(issuer, discoveryUrl) || jwks_uri === undefined) return null;
  // Signatures of identity tokens are checked too, though they come straight from the provider.
  enableNonRepudiationChecks(provider);
  return provider;
}

/**
 * Whether the document of a provider names the issuer it was fetched from, letter by letter: one that calls itself by another's
 * name could pass its own tokens off as that one's (OpenID Connect Discovery 1.0, 4.3).
 */
function isNamedByItself(issuer: string, discoveryUrl: string): boolean {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration` === discoveryUrl;
}
