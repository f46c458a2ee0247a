const notices = {
  saved: "Your name and phone number are saved.",
  photo: "Your photo is saved.",
  "no-photo": "Your photo was removed.",
  password: "Your password was changed. All other sessions were ended.",
  email: "We have sent a mail to both addresses. The new one counts when you have opened the link in each.",
  ended: "That session was ended.",
  "ended-others": "Every other session was ended.",
  newsletter: "Your choice about the newsletter is saved.",
  unlinked: "Your Google account is no longer linked.",
  kept: "Your account will not be deleted.",
  "second-step-on": "Two-factor authentication is on.",
  "second-step-off": "Two-factor authentication is off.",
  confirmed: "Confirmed. You can close this window and go on in the other one.",
  export: "Confirmed. You can download your data now.",
} as const;

/** What has just been done on the profile, by its name in the address. */
export function noticeFor(done: string | null): string | null {
  return done !== null && Object.hasOwn(notices, done) ? notices[done as keyof typeof notices] : null; // just looked
}
