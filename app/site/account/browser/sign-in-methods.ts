import { describeAccountProblem } from "#app/site/account/account-problem.ts";
import { AccountApiError } from "./account-api.ts";
import { fetchGoogle, login } from "./browser-login.tsx";
import type { SignInConfig } from "./google-sign-in.ts";
import type { SignInResult } from "./login.ts";
import { signInWithPasskey } from "./passkey.ts";
import { asSignInError } from "./sign-in-error.ts";

/** Failure of a sign-in without a password, as a page shows it. */
export interface SignInFailure {
  /** The problem in one sentence. */
  title: string;
  /** Advice, where it is separate from the title. */
  nextStep?: string;
  /** The browser blocked the popup. */
  isBlocked?: boolean;
}

/** Loads the Google sign-in before a click on its button. Throws where its script can't be fetched. */
export async function prepareGoogle(config: SignInConfig): Promise<void> {
  const google = await fetchGoogle();
  google.prepareGoogleSignIn(config);
}

/** Opens Google's popup and waits for its result; needs `prepareGoogle`. */
export async function trySignInWithGoogle(): Promise<SignInResult | SignInFailure> {
  try {
    return await login.signInWithGoogle();
  } catch (error) {
    if (error instanceof AccountApiError) return { title: describeAccountProblem(error.code) };
    return describeError(error);
  }
}

const passkeyCancelled = { title: "No passkey was used.", nextStep: "Try again, or sign in another way." };

/** Signs in with a passkey of this device. */
export async function trySignInWithPasskey(): Promise<"in" | SignInFailure> {
  try {
    return (await signInWithPasskey()) ?? passkeyCancelled;
  } catch (error) {
    return error instanceof AccountApiError ? { title: error.message } : describeError(error);
  }
}

function describeError(error: unknown): SignInFailure {
  const { message, nextStep, code } = asSignInError(error);
  return { title: message, nextStep, isBlocked: code === "popup-blocked" };
}
