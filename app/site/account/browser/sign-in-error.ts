import { unreachable } from "./unreachable.ts";

/** A failed sign-in, with the error codes that identity services use. */
export class SignInError extends Error {
  readonly code: SignInErrorCode;
  /** Advice in one sentence. */
  readonly nextStep: string;

  constructor(code: SignInErrorCode) {
    super(table[code].words);
    this.name = "SignInError";
    this.code = code;
    this.nextStep = table[code].nextStep;
  }
}

const table = {
  "operation-not-supported-in-this-environment": {
    words: "This browser can't open a sign-in window here.",
    nextStep: "Sign in with your e-mail and password, or open this page in another browser.",
  },
  "internal-error": {
    words: "Something went wrong on our side while you were signing in.",
    nextStep: "Please try again in a minute. If that does not help, write to us.",
  },
  "cancelled-popup-request": {
    words: "The first sign-in window was closed because a second one was opened.",
    nextStep: "Continue in the newer window.",
  },
  "popup-closed-by-user": {
    words: "The sign-in window was closed before it was done.",
    nextStep: "If it is still open, continue there. Otherwise open it again.",
  },
  "popup-blocked": {
    words: "Your browser blocked the sign-in window.",
    nextStep: "Continue in this window instead, or allow pop-ups for this site and try again.",
  },
  "web-storage-unsupported": {
    words: "Your browser blocks cookies for this site, so it can't stay signed in.",
    nextStep: "Allow cookies for this site, then load the page again.",
  },
  "network-request-failed": unreachable,
  "unauthorized-domain": {
    words: "Signing in with Google does not work at this address of the site.",
    nextStep: "Open the site by its usual address, or sign in with your e-mail and password.",
  },
  "invalid-auth-event": {
    words: "The answer of the sign-in window does not belong to this sign-in, so we did not accept it.",
    nextStep: "Start again from this page.",
  },
  "auth-domain-config-required": {
    words: "Signing in with Google is not set up completely on this site.",
    nextStep: "Sign in with your e-mail and password, and tell us about it if you can.",
  },
  "invalid-api-key": {
    words: "This page is too old, or not set up right, to sign you in with Google.",
    nextStep: "Load the page again. If that does not help, sign in with your e-mail and password.",
  },
  "dependent-sdk-initialized-before-auth": {
    words: "The page was not ready yet to sign you in.",
    nextStep: "Load the page again, then try again.",
  },
} as const;

export type SignInErrorCode = keyof typeof table;

/** All codes of sign-in errors. */
export const signInErrorCodes = Object.keys(table) as SignInErrorCode[]; // keys of the constant above

/** Whether a request got no answer. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof SignInError && error.code === "network-request-failed";
}

/** Converts any thrown value to an error that can be shown. */
export function asSignInError(error: unknown): SignInError {
  return error instanceof SignInError ? error : new SignInError("internal-error");
}
