import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { login, startLogin } from "./browser-login.ts";
import type { Login, LoginState } from "./login.ts";
import { SignInError } from "./sign-in-error.ts";

/** What screens know of the sign-in, and can do about it. */
export type LoginValue = LoginState &
  Pick<Login, "createUser" | "signIn" | "resetPassword" | "signOut" | "signInWithGoogle">;

const LoginContext = createContext<LoginValue | null>(null);

/** Whoever is signed in, for all screens below; all providers of a page show the same. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(login.subscribe, login.state, login.state);
  useEffect(startLogin, []);
  const value = useMemo(() => ({ ...login, ...state }), [state]);
  return <LoginContext value={value}>{children}</LoginContext>;
}

export function useLogin(): LoginValue {
  const value = useContext(LoginContext);
  if (!value) throw new SignInError("dependent-sdk-initialized-before-auth");
  return value;
}
