/** What somebody did, in words: `subject` stands for its name, or for "something" that is gone. */
type Phrase = (subject: string, detail: string) => string;

const plain =
  (words: string): Phrase =>
  () =>
    words;
const about =
  (before: string, after = ""): Phrase =>
  (subject) =>
    `${before} ${subject}${after}`;

/** Deeds of entries, the same for every kind. */
const entryDeeds: Record<string, Phrase> = {
  create: about("began"),
  save: (subject, detail) => `saved ${subject}${detail ? `, ${detail}` : ""}`,
  publish: about("published"),
  archive: about("archived"),
  schedule: about("set the times of"),
  trash: about("moved", " to the trash"),
  untrash: about("took", " out of the trash"),
  move: about("moved", " to another place in its list"),
  unpublish: about("took", " back to a draft"),
  duplicate: about("copied"),
  purge: about("deleted", " for good"),
  undo: about("took back a change of"),
  "publish-over": (subject, detail) => `published ${subject} over the check${detail ? `: ${detail}` : ""}`,
  "preview-link": about("made a preview link for"),
  "preview-revoke": about("took back the preview links of"),
};

const accountDeeds: Record<string, Phrase> = {
  "role-changed": (subject, detail) => `changed the role of ${subject}${detail && ` from ${detail}`}`,
  banned: about("banned"),
  unbanned: about("lifted the ban of"),
  invited: (subject, detail) => `invited ${subject}${detail && ` as ${detail}`}`,
  "invitation-resent": about("sent the invitation of", " again"),
  "invitation-revoked": about("took back the invitation of"),
  "invitation-accepted": plain("accepted an invitation"),
  "session-ended": about("ended a session of"),
  "sessions-ended": about("ended all sessions of"),
  "other-sessions-ended": plain("ended their other sessions"),
  "second-step-dropped": about("dropped the second step of"),
  "second-step-asked": plain("was asked for the second step"),
  "second-step-failed": about("gave a wrong second-step code for"),
  "sign-in-failed": about("failed to sign in as"),
  "signed-in": (_, detail) => `signed in${detail && ` by ${detail}`}`,
  "signed-out": plain("signed out"),
  "account-created": (_, detail) => `got an account${detail && ` by ${detail}`}`,
  "account-erased": plain("erased an account whose time was over"),
  "first-admin": plain("became the first admin"),
  "data-exported": plain("exported their own data"),
  "deletion-asked": plain("asked for their account to be deleted"),
  "deletion-withdrawn": plain("kept their account after all"),
  "email-change-asked": plain("asked for another e-mail address"),
  "email-change-cancelled": plain("stopped a change of e-mail address"),
  "email-changed": plain("changed their e-mail address"),
  "password-changed": plain("changed their password"),
  "password-reset": plain("chose a new password by a mailed link"),
  "photo-changed": plain("changed their photo"),
  "profile-changed": plain("changed their profile"),
  "registration-asked": plain("asked for an account"),
  "reset-asked": about("asked for a new password for"),
  "passkey-added": plain("added a passkey"),
  "passkey-removed": plain("removed a passkey"),
  "passkey-renamed": plain("renamed a passkey"),
  "second-step-on": plain("switched on their second step"),
  "second-step-off": plain("switched off their second step"),
  "recovery-codes-renewed": plain("made new recovery codes"),
  "google-linked": plain("linked a Google account"),
  "google-unlinked": plain("unlinked their Google account"),
};

const companyDeeds: Record<string, Phrase> = {
  "file.add": about("added"),
  "file.change": about("changed"),
  "file.replace": about("replaced"),
  "file.trash": about("moved", " to the trash"),
  "file.restore": about("took", " out of the trash"),
  "file.purge": plain("deleted a file for good"),
  "category.create": (_, detail) => `added the category ${detail}`,
  "category.rename": (_, detail) => `renamed a category ${detail}`,
  "category.move": (_, detail) => `moved the category ${detail}`,
  "category.merge": (_, detail) => `merged two categories ${detail}`,
  "category.delete": (_, detail) => `deleted the category ${detail}`,
  "settings.save": (_, detail) => `saved the settings${detail && `: ${detail}`}`,
  "newsletter.created": about("began"),
  "newsletter.saved": about("saved"),
  "newsletter.deleted": plain("deleted a newsletter"),
  "newsletter.scheduled": about("set the moment of"),
  "newsletter.unscheduled": about("called", " back"),
  "newsletter.paused": (subject, detail) => `paused ${subject}${detail && `: ${detail}`}`,
  "newsletter.resumed": about("sent", " on"),
  "newsletter.cancelled": about("cancelled the rest of"),
  "newsletter.tested": about("sent themselves a test of"),
  "content.import": plain("imported content"),
  "sample.remove": plain("removed the sample content"),
  "mail.test": plain("sent themselves a test letter"),
  "people.export": plain("exported the list of people"),
  "audit.export": plain("exported the audit"),
  "redirect.create": (_, detail) => `made a redirect ${detail}`,
  "redirect.change": (_, detail) => `changed a redirect ${detail}`,
  "redirect.delete": (_, detail) => `deleted a redirect ${detail}`,
  "lost-address.ignore": (_, detail) => `stopped watching ${detail}`,
  "lost-address.watch": (_, detail) => `watches ${detail} again`,
};

const mailDeeds: Record<string, Phrase> = {
  "mail.tested": plain("sent a test letter"),
  "mail.sent-again": about("sent", " again"),
  "mail.given-up": about("stopped trying to send"),
  "mail.revealed": about("looked at the links in"),
  "subscriber.unsubscribed": about("took", " off the newsletter"),
  "subscriber.complained": about("noted a complaint of"),
  "subscriber.restored": about("took back what was done to"),
  "subscriber.asked-again": about("asked", " to confirm again"),
  "subscriber.erased": plain("deleted a subscriber for good"),
  "subscribers.imported": (_, detail) => `imported subscribers${detail && `: ${detail}`}`,
  "subscribers.export": (_, detail) => `exported the subscribers${detail && `: ${detail}`}`,
};

/** The words for a deed; one that is not known here is spelled out as it is called. */
export function phraseOf(action: string, kinds: readonly string[]): Phrase {
  const [area = "", verb = ""] = action.split(".");
  const known = companyDeeds[action] ?? accountDeeds[action] ?? mailDeeds[action];
  if (known) return known;
  const isEntry = kinds.includes(area) && Object.hasOwn(entryDeeds, verb);
  return (isEntry && entryDeeds[verb]) || about(`${action.replaceAll(/[.-]/g, " ")}:`);
}

/** What a deed is called in a filter. */
export function nameOfAction(action: string): string {
  const words = action.replaceAll(/[.-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
