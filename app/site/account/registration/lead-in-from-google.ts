import { useEffect } from "react";
import { useLogin } from "../browser/login-context.tsx";

/** Leads on from the registration when its Google button has signed somebody in. */
export function LeadInFromGoogle({ next }: { next: string }) {
  const { user, loading } = useLogin();
  const isIn = user !== null && !loading;
  useEffect(() => {
    if (isIn) location.replace(next);
  }, [isIn, next]);
  return null;
}
