import { useEffect } from "react";
import { useLocation } from "react-router";
import { keepTokenFresh, token } from "#app/domain/accounts/browser/browser-token.ts";

/** Keeps a valid access token of the signed-in person in local storage. */
export function useAccessToken(email: string): void {
  const { key } = useLocation();
  useEffect(() => {
    void token.follow(email);
    return keepTokenFresh();
  }, [email]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation checks whether the token must be renewed
  useEffect(() => void token.refresh(), [key]);
}
