import { data, redirect } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { login } from "../browser/browser-login.ts";
import { sayWhy } from "../browser/say-why.ts";
import { secondStepPath } from "./second-step-path.ts";

/** What `/login` sends where scripts run: by the login context, so that every screen follows. */
export async function sendSignIn(request: Request, next: string) {
  const sent = await request.formData();
  const text = (name: string) => String(sent.get(name) ?? "");
  const typed = { intent: "sign-in", email: text("email") };
  try {
    if (sent.has("forgot")) {
      await login.resetPassword(typed.email);
      return redirect("/reset-password?sent=1");
    }
    const result = await login.signIn(typed.email, text("password"));
    return redirect(result === "in" ? next : secondStepPath(next));
  } catch (error) {
    return data<FormAnswer>({ ...sayWhy(error), typed, isConsentTicked: false }, 422);
  }
}
