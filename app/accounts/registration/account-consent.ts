/** What a person agrees to with an account: shown beside the box or the button, and kept, word for word. */
export const accountConsent =
  "You may keep my name and e-mail address for this account. I can delete it myself at any time.";
