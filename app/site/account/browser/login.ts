import type { Registration, SessionUser } from "#app/accounts/accounts.ts";
import type { AccessToken } from "#app/pages/access-token.ts";
import { AccountApiError } from "./account-api.ts";
import type { PopupResult } from "./google-sign-in.ts";
import { SignInError } from "./sign-in-error.ts";

export interface LoginState {
  /** True until it is known for the first time who is signed in, and while any of the operations runs. */
  loading: boolean;
  user: SessionUser | null;
}

export type SignInResult = "in" | "second-step";

export interface Login {
  state(): LoginState;
  subscribe(listener: () => void): () => void;
  /** Asks who is signed in; every change of it is followed. */
  report(): Promise<void>;
  /** Ends when what the last report brought has been followed: the token is there, or could not be had. */
  settled(): Promise<void>;
  createUser(input: Registration): Promise<void>;
  signIn(email: string, password: string): Promise<SignInResult>;
  resetPassword(email: string): Promise<void>;
  signOut(): Promise<void>;
  signInWithGoogle(): Promise<SignInResult>;
}

export interface LoginDependencies {
  ask<Answer>(path: string, body?: object): Promise<Answer>;
  askUser(): Promise<SessionUser | null>;
  token: AccessToken;
  /** Opens the Google popup and waits for its end. */
  openGoogle(): Promise<PopupResult>;
  alert(text: string): void;
  /** Forgets what this browser keeps of whoever was signed in. */
  forget(): void;
  /** Tells this site's other pages in the browser that somebody else is signed in now. */
  notifyTabs(): void;
}

export const missingEmail = "Please provide a valid email address";

/** Who is signed in, and the ways to change that; the one truth of a page. */
export function createLogin(parts: LoginDependencies): Login {
  const { ask, token } = parts;
  const listeners = new Set<() => void>();
  let state: LoginState = { loading: true, user: null };
  let isReported = false;
  let running = 0;
  let reports = 0;
  let followed: Promise<void> = Promise.resolve();

  function show(user: SessionUser | null): void {
    const loading = !isReported || running > 0;
    if (loading === state.loading && isSame(user, state.user)) return;
    state = { loading, user };
    for (const listener of listeners) listener();
  }

  async function report(): Promise<void> {
    const number = ++reports;
    try {
      const user = await parts.askUser();
      if (number !== reports) return;
      isReported = true;
      followed = token.follow(user?.email ?? null);
      show(user);
      await followed;
    } catch {
      // Not known is not nobody: whoever was signed in still is, as far as this page can tell.
      isReported = true;
      show(state.user);
    }
  }

  async function run<Result>(operation: () => Promise<Result>): Promise<Result> {
    running++;
    show(state.user);
    try {
      return await operation();
    } finally {
      running--;
      show(state.user);
    }
  }

  async function arrive(next: SignInResult): Promise<SignInResult> {
    if (next === "second-step") return next;
    await report();
    if (!state.user) throw new SignInError("invalid-auth-event");
    parts.notifyTabs();
    return next;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report,
    settled: () => followed,
    createUser: (input) => run(() => ask("auth/sign-up", input)),
    signIn: (email, password) =>
      run(async () => arrive((await ask<{ next: SignInResult }>("auth/sign-in", { email, password })).next)),
    async resetPassword(email) {
      if (email.trim() === "") {
        parts.alert(missingEmail);
        throw new AccountApiError(422, {
          detail: "Please check these fields.",
          errors: { email: missingEmail },
        });
      }
      await run(() => ask("auth/forgot-password", { email }));
    },
    signOut: () =>
      run(async () => {
        await ask("auth/sign-out", {});
        reports++;
        show(null);
        await token.follow(null);
        parts.forget();
        parts.notifyTabs();
      }),
    signInWithGoogle: () =>
      run(async () => {
        const result = await parts.openGoogle();
        if (result.outcome === "refused") throw new AccountApiError(403, { code: result.code });
        return arrive(result.outcome);
      }),
  };
}

function isSame(a: SessionUser | null, b: SessionUser | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
