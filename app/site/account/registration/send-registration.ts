import { data, redirect } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { keepTypedForm } from "#app/site/forms/send-form.ts";
import { describeError } from "../browser/account-api.ts";
import { login } from "../browser/browser-login.tsx";

/** What `/registration` sends where scripts run: a new account by the login context. */
export async function sendRegistration<Answer>(request: Request, serverAction: () => Promise<Answer>) {
  const sent = await request.clone().formData();
  if (sent.get("intent") !== "register") return keepTypedForm({ request, serverAction });
  const text = (name: string) => String(sent.get(name) ?? "");
  const input = {
    name: text("name"),
    email: text("email"),
    password: text("password"),
    passwordAgain: text("passwordAgain"),
    consent: sent.has("consent"),
    newsletter: sent.has("newsletter"),
  };
  try {
    await login.createUser(input);
    return redirect("/registration?sent=1");
  } catch (error) {
    const { name, email } = input;
    const ticked = Object.fromEntries(
      ["consent", "newsletter"].filter((box) => sent.has(box)).map((box) => [box, "on"]),
    );
    const typed = { intent: "register", name, email, ...ticked };
    return data<FormAnswer>({ ...describeError(error), typed, isConsentTicked: input.consent }, 422);
  }
}
