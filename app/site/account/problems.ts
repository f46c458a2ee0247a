/** What is said of a sign-in that was refused, by the code it comes with; anything else gets the general words. */
export function describeProblem(code: string): string {
  return Object.hasOwn(words, code) ? words[code as keyof typeof words] : general; // just looked
}

const general = "That did not work. Please try once more, or sign in another way.";

const words = {
  cancelled: "You stopped before the end. Nothing was changed.",
  banned: "This account is closed to you. If you think that is a mistake, write to us.",
  "account-exists":
    "There is an account with this e-mail address already. Sign in with its password, then link Google on your profile.",
  "account-not-linked":
    "There is an account with this e-mail address already. Sign in with its password, then link Google on your profile.",
  "linked-elsewhere": "That Google account belongs to another account here.",
  unverified: "Google does not vouch for the e-mail address of that account, so we can't use it.",
  "email-unverified": "Google does not vouch for the e-mail address of that account, so we can't use it.",
  expired: "That took too long. Please start once more.",
  "state-mismatch": "That sign-in was not begun in this browser. Please start once more.",
  unavailable: "Google does not answer right now. Please try again in a minute, or sign in another way.",
};
