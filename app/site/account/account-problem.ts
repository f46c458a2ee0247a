/** Returns the message for the code of a refused sign-in, or a general message for other codes. */
export function describeAccountProblem(code: string): string {
  return Object.hasOwn(words, code) ? words[code as keyof typeof words] : general; // checked by hasOwn
}

const general = "That did not work. Please try again, or sign in another way.";

const words = {
  cancelled: "You stopped before the end. Nothing was changed.",
  banned: "This account is closed to you. If you think that is a mistake, write to us.",
  "not-linked":
    "There is an account with this e-mail address already. Sign in to it, then link Google on your profile.",
  "linked-elsewhere": "That Google account belongs to another account here.",
  "not-yours": "That Google account belongs to another account here.",
  unverified: "Google has not verified the e-mail address of that account, so we can’t use it.",
  "state-mismatch": "That sign-in took too long, or was not begun in this browser. Please start again.",
  "provider-error": "We could not use Google’s answer. Please start again, or sign in another way.",
  "provider-unreachable": "Google does not answer right now. Try again in a minute, or sign in another way.",
  "provider-off": "Signing in with Google is not set up on this site. Please sign in another way.",
  "signed-out": "You were signed out, so nothing was saved. Sign in, then send it again.",
  "stale-session": "Confirm your password first, then link Google.",
  "second-step-missing":
    "Your role requires two-factor authentication. Turn it on below to open the dashboard.",
};
