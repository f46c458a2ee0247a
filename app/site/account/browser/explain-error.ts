import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountRefusal } from "./account-api.ts";
import { asSignInError } from "./sign-in-error.ts";

/** Why an operation of the login failed, as a form shows it. */
export function sayWhy(error: unknown): Pick<FormAnswer, "title" | "errors"> {
  if (error instanceof AccountRefusal) return { title: error.message, errors: error.fields };
  const { message, nextStep } = asSignInError(error);
  return { title: `${message} ${nextStep}`, errors: {} };
}
