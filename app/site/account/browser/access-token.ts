import { SignInError } from "./sign-in-error.ts";

export const tokenKey = "access-token";

/** Seconds after which a token is fetched anew before it is used. */
const longestAge = 300;

export interface TokenParts {
  fetchToken(email: string): Promise<string>;
  /** The browser's storage; asking for it may throw. */
  storage(): Pick<Storage, "setItem" | "removeItem">;
  now(): number;
  log(text: string): void;
}

/** The token for our API, kept under `access-token` as long as somebody is signed in. */
export interface AccessToken {
  /** The signed-in person is now this one, or nobody. */
  follow(email: string | null): Promise<void>;
  /** A token that is good now; null when nobody is signed in or none could be had. */
  use(): Promise<string | null>;
}

export function createAccessToken({ fetchToken, storage, now, log }: TokenParts): AccessToken {
  let owner: string | null | undefined;
  let kept: { token: string; at: number } | null = null;

  function keep(token: string | null): void {
    kept = token === null ? null : { token, at: now() };
    try {
      if (token === null) storage().removeItem(tokenKey);
      else storage().setItem(tokenKey, token);
    } catch {
      // A browser without storage: the token lives as long as the page, and the session's cookie works anyway.
    }
  }

  async function fetchFor(email: string): Promise<void> {
    try {
      const token = await fetchToken(email);
      if (owner === email) keep(token);
    } catch {
      log("JWT token fetch failed");
    }
  }

  return {
    async follow(email) {
      const isSame = owner === email;
      owner = email;
      if (email === null) return keep(null);
      if (!isSame || kept === null) await fetchFor(email);
    },
    async use() {
      if (owner === undefined) throw new SignInError("dependent-sdk-initialized-before-auth");
      if (owner === null) return null;
      if (kept === null || now() - kept.at > longestAge * 1000) {
        kept = null;
        await fetchFor(owner);
      }
      return kept?.token ?? null;
    },
  };
}
