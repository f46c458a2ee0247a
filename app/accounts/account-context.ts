import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { createVault, type Vault } from "#app/platform/secrets/vault.ts";
import { createFindProvider, type FindProvider, type ProviderSettings } from "./providers/openid-provider.ts";

/** What accounts are made of. */
export interface AccountParts {
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
  warn(message: string, error?: unknown): void;
}

/**
 * What the functions of accounts take first: the same with what is made of the secret, and the provider as it describes itself.
 * They throw a DomainError for what can't be done, "stale-session" where somebody has to show again who they are.
 */
export interface AccountContext extends AccountParts {
  vault: Vault;
  findProvider: FindProvider;
}

export function createAccountContext(parts: AccountParts): AccountContext {
  return {
    ...parts,
    vault: createVault(parts.secret, parts.previousSecrets),
    findProvider: createFindProvider(parts.google),
  };
}
