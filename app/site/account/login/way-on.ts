import { useCallback } from "react";
import { useNavigate } from "react-router";

/** Goes on after a sign-in, so that the way back does not lead to it. The dashboard is another document. */
export function useWayOn(): (next: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (next) =>
      next.startsWith("/dashboard") ? location.replace(next) : void navigate(next, { replace: true }),
    [navigate],
  );
}
