import { useEffect } from "react";
import { login, useLogin } from "../browser/browser-login.tsx";

/** Opens the next page once a user is signed in by this page, a late popup or another tab. */
export function useContinue(next: string): void {
  const { user } = useLogin();
  const isIn = user !== null;
  useEffect(() => {
    if (isIn) void continueTo(next);
  }, [isIn, next]);
}

/** Waits for the token and replaces this page, so that Back does not return to it. */
export async function continueTo(next: string): Promise<void> {
  await login.settled();
  location.replace(next);
}
