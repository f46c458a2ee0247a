import type { Configuration } from "openid-client";
import { createEncryption, type Encryption } from "#app/platform/secrets/encryption.ts";
import type { CoreServices } from "#app/platform/services.ts";

/** Services and settings from which `createAccountContext` makes the context of accounts. */
export interface AccountDependencies extends CoreServices {
  publicUrl: URL;
  /** The deployer's secret, at least 32 characters. */
  secret: string;
  /** Secrets used before the current one, still accepted for decryption. */
  previousSecrets?: readonly string[];
  /** Null without a provider. */
  google: ProviderSettings | null;
  /** Company name, shown in authenticator apps and rejected as part of passwords. */
  companyName(): Promise<string>;
  /** Days that staff can use the dashboard before they must set up two-factor authentication. */
  secondStepGraceDays(): Promise<number>;
  /** Minutes of inactivity after which a staff session ends. */
  staffIdleMinutes(): Promise<{ editor: number; admin: number }>;
  warn(message: string, error?: unknown): void;
}

/**
 * First parameter of most account functions: dependencies, encryption and the identity provider. The functions throw a
 * DomainError, with the code "stale-session" if the person has to reauthenticate.
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

/** Identity provider for "Sign in with Google". */
interface ProviderSettings {
  clientId: string;
  clientSecret: string;
  discoveryUrl: string;
}

/**
 * Reads the discovery document of the provider. Resolves to null without a provider or after a failed read; the next
 * call retries.
 */
type FindProvider = () => Promise<Configuration | null>;

/** Loads openid-client and the discovery document on first use, then caches them. */
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

/** Timeout of each provider request in seconds. */
const maxWait = 5;

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
    // Providers with an https address are never requested over http, redirects included.
    execute: url.protocol === "http:" ? [allowInsecureRequests] : [],
    timeout: maxWait,
  });
  const { issuer, jwks_uri } = provider.serverMetadata();
  if (!hasMatchingIssuer(issuer, discoveryUrl) || jwks_uri === undefined) return null;
  // Checks the signatures of identity tokens too, although they arrive directly from the provider.
  enableNonRepudiationChecks(provider);
  return provider;
}

/**
 * Whether the discovery document names the issuer it was fetched from. Without this check, one provider could issue
 * tokens in another's name (OpenID Connect Discovery 1.0, 4.3).
 */
function hasMatchingIssuer(issuer: string, discoveryUrl: string): boolean {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration` === discoveryUrl;
}
