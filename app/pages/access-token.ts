import { tokenKey } from "./private-storage.ts";

/** Seconds for which a token is good; after that it is fetched anew before it is used. */
const longestAge = 300;
/** Seconds after which a new one is fetched ahead, so that the one in the storage is always good. */
const renewalAge = 270;

export interface TokenDependencies {
  fetchToken(email: string): Promise<string>;
  /** The browser's storage; asking for it may throw. */
  storage(): Pick<Storage, "setItem" | "removeItem">;
  now(): number;
  log(text: string): void;
}

/** The token for our API, kept under `access-token` as long as somebody is signed in. */
export interface AccessToken {
  /** The signed-in person is now this one, or nobody; ends when their token is there, or could not be had. */
  follow(email: string | null): Promise<void>;
  /** Fetches a new one when the one there is will not be good for long. */
  refresh(): Promise<void>;
  /** A token that is good now; null when nobody is signed in or none could be had. */
  use(): Promise<string | null>;
}

export function createAccessToken({ fetchToken, storage, now, log }: TokenDependencies): AccessToken {
  let owner: string | null = null;
  let kept: { token: string; at: number } | null = null;
  let fetching: { email: string; end: Promise<void> } | null = null;

  function keep(token: string | null): void {
    kept = token === null ? null : { token, at: now() };
    try {
      if (token === null) storage().removeItem(tokenKey);
      else storage().setItem(tokenKey, token);
    } catch {
      // A browser without storage: the token lives as long as the page, and the session's cookie works anyway.
    }
  }

  function age(): number {
    return kept === null ? Number.POSITIVE_INFINITY : (now() - kept.at) / 1000;
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
      if (owner === email) keep(token);
    } catch {
      log("JWT token fetch failed");
      if (owner === email && age() > longestAge) keep(null);
    }
  }

  return {
    async follow(email) {
      const isSame = owner === email;
      owner = email;
      if (email === null) return keep(null);
      if (!isSame || kept === null) await fetchFor(email);
    },
    async refresh() {
      if (owner !== null && age() >= renewalAge) await fetchFor(owner);
    },
    async use() {
      if (owner === null) return null;
      if (age() > longestAge) await fetchFor(owner);
      return age() > longestAge ? null : (kept?.token ?? null);
    },
  };
}
