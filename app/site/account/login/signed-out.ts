import { useEffect } from "react";
import { followSignOut } from "../browser/browser-login.ts";
import { useLogin } from "../browser/login-context.tsx";

/** After a sign-out, however it was sent: nothing of the person stays in this browser, and its other pages hear of it. */
export function SignedOut() {
  const { loading } = useLogin();
  useEffect(() => {
    if (!loading) followSignOut();
  }, [loading]);
  return null;
}
