/** Type of the subject of an action, which selects where its name is read; "none" for actions without a subject id. */
export type SubjectKind =
  | "entry"
  | "category"
  | "taxonomy"
  | "file"
  | "settings"
  | "newsletter"
  | "lead"
  | "reply-template"
  | "subscriber"
  | "redirect"
  | "mail"
  | "person"
  | "service-token"
  | "webhook"
  | "none";

/** Actions on entries of every kind, recorded with the kind as prefix: "blog.publish". */
const entryActions = [
  "create",
  "save",
  "discard",
  "publish",
  "publish-over",
  "unpublish",
  "schedule",
  "archive",
  "trash",
  "untrash",
  "move",
  "categorize",
  "undo",
  "delete",
  "preview-link",
  "preview-revoke",
] as const;

const otherActions = {
  "category.create": "category",
  "category.change": "category",
  "category.order": "taxonomy",
  "category.merge": "category",
  "category.delete": "category",
  "file.add": "file",
  "file.change": "file",
  "file.replace": "file",
  "file.bring-back": "file",
  "file.trash": "file",
  "file.restore": "file",
  "file.purge": "file",
  "settings.save": "settings",
  "redirect.create": "redirect",
  "redirect.change": "redirect",
  "redirect.delete": "redirect",
  "lost-address.ignore": "none",
  "lost-address.watch": "none",
  "content.import": "none",
  "sample.remove": "none",
  "sample.bring-back": "none",
  "site.export": "none",
  "import.look": "none",
  "import.begin": "none",
  "import.drop": "none",
  "backup.ask": "none",
  "backup.download": "none",
  "backup.restore-entry": "entry",
  "backup.restore-lead": "lead",
  "audit.export": "none",
  "leads.export": "none",
  "visits.export": "none",
  "people.export": "none",
  "subscribers.export": "none",
  "subscribers.imported": "none",
  "newsletter.created": "newsletter",
  "newsletter.saved": "newsletter",
  "newsletter.deleted": "newsletter",
  "newsletter.tested": "newsletter",
  "newsletter.sent": "newsletter",
  "newsletter.scheduled": "newsletter",
  "newsletter.unscheduled": "newsletter",
  "newsletter.paused": "newsletter",
  "newsletter.resumed": "newsletter",
  "newsletter.cancelled": "newsletter",
  "first-steps.dismiss": "none",
  "first-steps.bring-back": "none",
  "mail.test": "none",
  "mail.tested": "mail",
  "mail.sent-again": "mail",
  "mail.given-up": "mail",
  "mail.revealed": "mail",
  "subscriber.unsubscribed": "subscriber",
  "subscriber.complained": "subscriber",
  "subscriber.restored": "subscriber",
  "subscriber.asked-again": "subscriber",
  "subscriber.erased": "subscriber",
  "reply-template.save": "reply-template",
  "reply-template.remove": "reply-template",
  "lead.status": "lead",
  "lead.assigned": "lead",
  "lead.snoozed": "lead",
  "lead.woken": "lead",
  "lead.marked-spam": "lead",
  "lead.not-spam": "lead",
  "lead.replied": "lead",
  "lead.answered-otherwise": "lead",
  "lead.not-reached": "lead",
  "lead.noted": "lead",
  "lead.note-changed": "lead",
  "lead.note-removed": "lead",
  "lead.merged": "lead",
  "lead.took-in": "lead",
  "lead.parted": "lead",
  "lead.restored": "lead",
  "first-admin": "person",
  "account-created": "person",
  "account-erased": "person",
  "registration-asked": "none",
  "signed-in": "person",
  "signed-out": "person",
  "sign-in-failed": "person",
  "access-refused": "none",
  "second-step-asked": "person",
  "second-step-failed": "person",
  "second-step-on": "person",
  "second-step-off": "person",
  "second-step-dropped": "person",
  "recovery-codes-renewed": "person",
  "second-step-warned": "person",
  "password-confirmed": "person",
  "confirmation-failed": "person",
  "password-changed": "person",
  "password-reset": "person",
  "reset-asked": "person",
  "passkey-added": "person",
  "passkey-renamed": "person",
  "passkey-removed": "person",
  "google-linked": "person",
  "google-unlinked": "person",
  "email-change-asked": "person",
  "email-change-cancelled": "person",
  "email-changed": "person",
  "profile-changed": "person",
  "photo-changed": "person",
  "newsletter-on": "person",
  "newsletter-off": "person",
  "data-exported": "person",
  "deletion-asked": "person",
  "deletion-withdrawn": "person",
  "session-ended": "person",
  "sessions-ended": "person",
  "other-sessions-ended": "person",
  "role-changed": "person",
  banned: "person",
  unbanned: "person",
  invited: "person",
  "invitation-resent": "person",
  "invitation-revoked": "person",
  "invitation-accepted": "person",
  "service-token.created": "service-token",
  "service-token.revoked": "service-token",
  "mcp.called": "none",
  "webhook.created": "webhook",
  "webhook.changed": "webhook",
  "webhook.secret-renewed": "webhook",
  "webhook.enabled": "webhook",
  "webhook.disabled": "webhook",
  "webhook.deleted": "webhook",
  "webhook.tested": "webhook",
  "webhook.sent-again": "webhook",
} as const satisfies Record<string, SubjectKind>;

export type EntryAction = (typeof entryActions)[number];
export type OtherAction = keyof typeof otherActions;

/** Every action that can be recorded. Each needs a label in the dashboard. */
export type AuditAction = `${string}.${EntryAction}` | OtherAction;

/**
 * Lists all actions.
 * @param kinds names of the kinds of entries
 */
export function listAuditActions(kinds: readonly string[]): string[] {
  return [
    ...kinds.flatMap((kind) => entryActions.map((action) => `${kind}.${action}`)),
    ...Object.keys(otherActions),
  ];
}

/** Returns the type of an action's subject; "none" for an action of an earlier version. */
export function subjectKindOf(action: string): SubjectKind {
  if (isOtherAction(action)) return otherActions[action];
  return entryActionOf(action) ? "entry" : "none";
}

export function isOtherAction(action: string): action is OtherAction {
  return Object.hasOwn(otherActions, action);
}

/** Returns "publish" for "blog.publish"; null for actions on other subjects. */
export function entryActionOf(action: string): EntryAction | null {
  if (isOtherAction(action)) return null;
  const verb = action.slice(action.indexOf(".") + 1);
  return entryActions.find((one) => one === verb) ?? null;
}
