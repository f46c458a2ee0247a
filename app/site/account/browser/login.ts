import type { Registration, SessionUser } from "#app/domain/accounts/accounts.ts";
import type { AccessToken } from "#app/domain/accounts/browser/access-token.ts";
import { AccountApiError } from "./account-api.ts";
import type { PopupResult } from "./google-sign-in.ts";
import { SignInError } from "./sign-in-error.ts";

export interface LoginState {
  /** True until the first report, and while an operation runs. */
  loading: boolean;
  user: SessionUser | null;
}

export type SignInResult = "in" | "second-step";

export interface Login {
  state(): LoginState;
  subscribe(listener: () => void): () => void;
  /** Reads the signed-in user, and updates the state and the token. */
  report(): Promise<void>;
  /** Resolves when the token of the last report was fetched, or the fetch failed. */
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
  /** Deletes the private data of the former user from this browser. */
  forget(): void;
  /** Notifies other tabs that the user changed. */
  notifyTabs(): void;
}

export const missingEmail = "Please provide a valid email address";

/** Creates the login of a page: the signed-in user and the operations that change it. */
export function createLogin(parts: LoginDependencies): Login {
  const { ask, token } = parts;
  const listeners = new Set<() => void>();
  let state: LoginState = { loading: true, user: null };
  let isReported = false;
  let running = 0;
  let reports = 0;
  let tokenUpdate: Promise<void> = Promise.resolve();

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
      tokenUpdate = token.follow(user?.email ?? null);
      show(user);
      await tokenUpdate;
    } catch {
      // A failed request does not mean a sign-out, so the user stays.
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

  async function finishSignIn(next: SignInResult): Promise<SignInResult> {
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
    settled: () => tokenUpdate,
    createUser: (input) => run(() => ask("auth/sign-up", input)),
    signIn: (email, password) =>
      run(async () =>
        finishSignIn((await ask<{ next: SignInResult }>("auth/sign-in", { email, password })).next),
      ),
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
        return finishSignIn(result.outcome);
      }),
  };
}

function isSame(a: SessionUser | null, b: SessionUser | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
