import { useEffect } from "react";
import type { Person } from "#app/accounts/accounts.ts";
import { login } from "../browser/browser-login.ts";

/** Tells the page's login what has changed about the person here, such as the name in the menu. */
export function SyncLogin({ person: { name, email, image } }: { person: Person }) {
  useEffect(() => {
    const { user, loading } = login.state();
    const isKnown = user?.name === name && user.email === email && user.image === image;
    if (!loading && !isKnown) void login.report();
  }, [name, email, image]);
  return null;
}
