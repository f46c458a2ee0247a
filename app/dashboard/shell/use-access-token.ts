import { useEffect } from "react";
import { useLocation } from "react-router";
import { keepTokenFresh, token } from "#app/domain/accounts/browser/browser-token.ts";

/** Has a good token in the browser's storage for the person that the page knows from the server. */
export function useAccessToken(email: string): void {
  const { key } = useLocation();
  useEffect(() => {
    void token.follow(email);
    return keepTokenFresh();
  }, [email]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place is a look at its age
  useEffect(() => void token.refresh(), [key]);
}
