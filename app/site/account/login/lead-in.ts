import { useEffect, useState } from "react";
import { login } from "../browser/browser-login.ts";
import { useLogin } from "../browser/login-context.tsx";
import { useWayOn } from "./way-on.ts";

/**
 * Leads on as soon as somebody is signed in: here, by a popup that was late, or on another page of this browser. Asks
 * first, since whoever was led to this page may have been signed in a moment ago.
 */
export function LeadIn({ next }: { next: string }) {
  const { user } = useLogin();
  const goOn = useWayOn();
  const [isSure, setSure] = useState(false);
  useEffect(() => void login.report().then(() => setSure(true)), []);
  useEffect(() => {
    if (isSure && user) goOn(next);
  }, [isSure, user, next, goOn]);
  return null;
}
