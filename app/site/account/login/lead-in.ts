import { useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { login } from "../browser/browser-login.ts";
import { useLogin } from "../browser/login-context.tsx";
import { goOnIntent } from "./send-sign-in.ts";

/**
 * Leads on as soon as somebody is signed in by anything but the page's own form: Google, a passkey, a popup that was late,
 * another page of this browser. Asks first, since whoever was led to this page may have been signed in a moment ago. The
 * way on is the form's as well, so that nobody is led twice.
 */
export function LeadIn() {
  const { user, loading } = useLogin();
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const [isSure, setSure] = useState(false);
  useEffect(() => void login.report().then(() => setSure(true)), []);
  const isIn = isSure && user !== null && !loading && isIdle;
  useEffect(() => {
    if (isIn) void submit({ intent: goOnIntent }, { method: "post" });
  }, [isIn, submit]);
  return null;
}
