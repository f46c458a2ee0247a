import { tokenKey } from "./private-storage.ts";

/** Seconds for which a token is valid; an older one is fetched again before use. */
const maxAge = 300;
/** Age in seconds from which a token is renewed ahead of expiry, so the stored token is always valid. */
const renewalAge = 270;

export interface TokenDependencies {
  fetchToken(email: string): Promise<string>;
  /** Returns the browser's storage; throws if it is blocked. */
  storage(): Pick<Storage, "setItem" | "removeItem">;
  now(): number;
  log(text: string): void;
}

/** The API token, stored under `access-token` while a user is signed in. */
export interface AccessToken {
  /** Sets the signed-in user, or null after sign-out. Resolves when their token is stored or fetching it has failed. */
  follow(email: string | null): Promise<void>;
  /** Fetches a new token when the current one expires soon. */
  refresh(): Promise<void>;
  /** Returns a valid token; null when no one is signed in or fetching failed. */
  use(): Promise<string | null>;
}

export function createAccessToken({ fetchToken, storage, now, log }: TokenDependencies): AccessToken {
  let owner: string | null = null;
  let cached: { token: string; at: number } | null = null;
  let fetching: { email: string; end: Promise<void> } | null = null;

  function store(token: string | null): void {
    cached = token === null ? null : { token, at: now() };
    try {
      if (token === null) storage().removeItem(tokenKey);
      else storage().setItem(tokenKey, token);
    } catch {
      // Storage is blocked: the token stays in memory, and the session cookie still works.
    }
  }

  function age(): number {
    return cached === null ? Number.POSITIVE_INFINITY : (now() - cached.at) / 1000;
  }

  async function fetchFor(email: string): Promise<void> {
    if (fetching?.email === email) return fetching.end;
    const end = load(email);
    const mine = { email, end };
    fetching = mine;
    await end;
    if (fetching === mine) fetching = null;
  }

  async function load(email: string): Promise<void> {
    try {
      const token = await fetchToken(email);
      if (owner === email) store(token);
    } catch {
      log("JWT token fetch failed");
      if (owner === email && age() > maxAge) store(null);
    }
  }

  return {
    async follow(email) {
      const isSame = owner === email;
      owner = email;
      if (email === null) return store(null);
      if (!isSame || cached === null) await fetchFor(email);
    },
    async refresh() {
      if (owner !== null && age() >= renewalAge) await fetchFor(owner);
    },
    async use() {
      if (owner === null) return null;
      if (age() > maxAge) await fetchFor(owner);
      return age() > maxAge ? null : (cached?.token ?? null);
    },
  };
}
