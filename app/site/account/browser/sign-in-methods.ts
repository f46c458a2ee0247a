import { describeAccountProblem } from "#app/site/account/account-problem.ts";
import { AccountApiError } from "./account-api.ts";
import { fetchGoogle, login } from "./browser-login.tsx";
import type { SignInConfig } from "./google-sign-in.ts";
import type { SignInResult } from "./login.ts";
import { signInWithPasskey } from "./passkey.ts";
import { asSignInError } from "./sign-in-error.ts";
import type { SignInFailure } from "./sign-in-start.ts";

/** Gets ready for a click on Google's button. Throws where its script can't be fetched. */
export async function prepareGoogle(config: SignInConfig): Promise<void> {
  const google = await fetchGoogle();
  google.prepareGoogleSignIn(config);
}

/** Opens Google's popup, a moment after a click that was prepared for, and waits for its end. */
export async function trySignInWithGoogle(): Promise<SignInResult | SignInFailure> {
  try {
    return await login.signInWithGoogle();
  } catch (error) {
    if (error instanceof AccountApiError) return { title: describeAccountProblem(error.code) };
    return describeError(error);
  }
}

const givenUp = { title: "No passkey was used.", nextStep: "Try again, or sign in another way." };

/** Asks for a passkey of this device, and signs in with it. */
export async function trySignInWithPasskey(): Promise<"in" | SignInFailure> {
  try {
    return (await signInWithPasskey()) ?? givenUp;
  } catch (error) {
    return error instanceof AccountApiError ? { title: error.message } : describeError(error);
  }
}

function describeError(error: unknown): SignInFailure {
  const { message, nextStep, code } = asSignInError(error);
  return { title: message, nextStep, isBlocked: code === "popup-blocked" };
}
