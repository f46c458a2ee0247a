import { data, redirect, redirectDocument } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { describeError } from "../browser/account-api.ts";
import { login } from "../browser/browser-login.tsx";
import { goOnIntent, twoFactorPath } from "./next-path.ts";

/** What `/login` sends where scripts run: by the login context, so that every screen follows. */
export async function sendSignIn(request: Request, next: string) {
  const sent = await request.formData();
  const text = (name: string) => String(sent.get(name) ?? "");
  if (text("intent") === goOnIntent) return goOn(next);
  const typed = { intent: "sign-in", email: text("email") };
  try {
    if (sent.has("forgot")) {
      await login.resetPassword(typed.email);
      return redirect("/reset-password?sent=1");
    }
    const result = await login.signIn(typed.email, text("password"));
    return result === "in" ? await goOn(next) : redirect(twoFactorPath(next));
  } catch (error) {
    return data<FormAnswer>({ ...describeError(error), typed, isConsentTicked: false }, 422);
  }
}

/**
 * The one way on after a sign-in: with the token in the browser's storage, and so that the way back does not lead to the
 * sign-in. The dashboard is another document.
 */
async function goOn(next: string): Promise<Response> {
  await login.settled();
  const response = next.startsWith("/dashboard") ? redirectDocument(next) : redirect(next);
  response.headers.set("x-remix-replace", "true");
  return response;
}

/** Sends a two-factor code, after which somebody else is signed in than before. */
export async function sendTwoFactorCode<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (answer) {
    if (answer instanceof Response) await login.report();
    throw answer;
  }
}
