import { data, redirect } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { keepForm } from "#app/site/forms/keep-form.ts";
import { login } from "../browser/browser-login.ts";
import { sayWhy } from "../browser/say-why.ts";

/** What `/myprofile` sends where scripts run; signing out by the login context, so that every screen and tab follows. */
export async function sendChange<Answer>(request: Request, serverAction: () => Promise<Answer>) {
  const sent = await request.clone().formData();
  if (sent.get("intent") !== "sign-out") return keepForm({ request, serverAction });
  try {
    await login.signOut();
    return redirect("/login?done=out");
  } catch (error) {
    return data<FormAnswer>({ ...sayWhy(error), typed: { intent: "sign-out" }, isConsentTicked: false }, 422);
  }
}
