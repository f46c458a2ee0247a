import { useEffect } from "react";
import { useLocation } from "react-router";
import { keepTokenFresh, token } from "./browser-token.ts";

/** Has a good token in the browser's storage for whoever is signed in, on a page that knows them from the server. */
export function useAccessToken(email: string): void {
  const { key } = useLocation();
  useEffect(() => {
    void token.follow(email);
    keepTokenFresh();
  }, [email]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place is a look at its age
  useEffect(() => void token.refresh(), [key]);
}
