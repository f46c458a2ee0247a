import { systemActors } from "#app/domain/accounts/staff/actor-names.ts";
import {
  type AuditAction,
  type EntryAction,
  entryActionOf,
  isOtherAction,
  type OtherAction,
  subjectKindOf,
} from "#app/domain/audit/actions.ts";
import type { AuditRow } from "#app/domain/audit/audit.ts";
import { type Status, statuses, statusNames } from "#app/domain/leads/lead-kinds.ts";
import type { Database } from "#app/platform/database/database.ts";
import {
  findPeopleById,
  findSubjects,
  type Named,
  nameGoneSubjectOf,
  nameSettings,
} from "./find-subjects.ts";

/** Action as a sentence: actor, text before and after the subject's name, and the subject's address. */
export interface DescribedAction {
  id: string;
  at: string;
  action: string;
  actor: { id: string; name: string; path: string | null };
  before: string;
  subject: { id: string; name: string; path: string | null } | null;
  after: string;
  requestId: string;
  network: string;
}

/**
 * Describes actions as sentences; looks up all names together. @param role of the reader; editors get no links to admin
 * screens
 */
export async function describeActions(
  db: Database,
  rows: readonly AuditRow[],
  role: "editor" | "admin",
): Promise<DescribedAction[]> {
  const details = rows.map(({ detail }) => readDetail(detail));
  const people = await findPeopleById(db, [
    ...rows.map(({ actor }) => actor),
    ...details.map(({ to }) => to),
  ]);
  const subjects = await findSubjects(db, rows);
  const described = rows.map((row, at) => describe(row, details[at] ?? noDetail, people, subjects));
  return role === "admin" ? described : described.map(withoutAdminPaths);
}

function withoutAdminPaths({ actor, subject, ...row }: DescribedAction): DescribedAction {
  return {
    ...row,
    actor: { ...actor, path: openToEditors(actor.path) },
    subject: subject && { ...subject, path: openToEditors(subject.path) },
  };
}

function openToEditors(path: string | null): string | null {
  return path !== null && /^\/dashboard\/(user|tokens|webhooks|settings|mail)(\/|$)/.test(path) ? null : path;
}

function describe(
  row: AuditRow,
  { network, ...detail }: RowDetail,
  people: Map<string, Named>,
  subjects: Map<string, Named>,
): DescribedAction {
  const { id, at, action, requestId } = row;
  const phrase = phraseOf(action) ?? ((name: string) => `${action.replaceAll(/[.-]/g, " ")}: ${name}`);
  const named = people.get(detail.to)?.name ?? (detail.to.length === 36 ? "a former user" : detail.to);
  const to = detail.to !== "" && detail.to === row.actor ? "themselves" : named;
  const [before = "", after] = phrase(gap, { ...detail, to }).split(gap);
  const actor = people.get(row.actor) ?? {
    name: systemActors[row.actor] ?? "A former user",
    path: null,
  };
  return {
    id,
    at,
    action,
    requestId,
    network,
    before: before.trim(),
    after: after ?? "",
    actor: { id: row.actor, ...actor },
    subject: after === undefined ? null : { id: row.subject, ...nameSubject(row, detail, subjects) },
  };
}

function nameSubject(row: AuditRow, { words }: ActionDetail, subjects: Map<string, Named>): Named {
  if (subjectKindOf(row.action) === "settings") return nameSettings(row.subject, words);
  if (row.subject === row.actor && row.subject !== "") return { name: "their own account", path: null };
  if (row.subject === "") return { name: "an unknown account", path: null };
  return subjects.get(row.subject) ?? { name: nameGoneSubjectOf(row.action), path: null };
}

/** Placeholder for the name; user text cannot contain it. */
const gap = "\u0000";

type RowDetail = ActionDetail & { network: string };

const noDetail: RowDetail = {
  words: "",
  from: "",
  to: "",
  network: "",
};

/** A detail is text, or a record as JSON. */
function readDetail(detail: string): RowDetail {
  const record = parseRecord(detail);
  if (record === null) return { ...noDetail, words: detail };
  const part = (name: string) => {
    const value: unknown = record[name];
    return typeof value === "string" ? value : "";
  };
  const target = part("path") || part("url") || ("entry" in record ? "an entry" : "");
  return {
    words: target
      ? `${part("from")} → ${target}`
      : withTimes(part("detail") || part("address"), record.times),
    from: part("from"),
    to: part("to"),
    network: part("network"),
  };
}

/** Adds the count to actions that were grouped within an hour. */
function withTimes(words: string, times: unknown): string {
  return typeof times === "number" && times > 1 ? `${words} (${times} times)`.trim() : words;
}

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Stored details of an action; missing ones are empty. */
interface ActionDetail {
  words: string;
  from: string;
  /** Status, or the name of a person. */
  to: string;
}

/** Verb phrase after the actor's name. `subject` is the name of the affected record. */
type Phrase = (subject: string, detail: ActionDetail) => string;

const plain =
  (words: string): Phrase =>
  () =>
    words;
const about =
  (before: string, after = ""): Phrase =>
  (subject) =>
    `${before} ${subject}${after}`;
const withWords =
  (phrase: Phrase, between = ": "): Phrase =>
  (subject, detail) =>
    `${phrase(subject, detail)}${detail.words && `${between}${detail.words}`}`;

const entryPhrases: Record<EntryAction, Phrase> = {
  create: about("created"),
  save: withWords(about("saved"), ", "),
  publish: about("published"),
  "publish-over": withWords(about("published", " despite a warning")),
  unpublish: about("unpublished"),
  discard: about("discarded the unpublished changes of"),
  schedule: about("changed the schedule of"),
  archive: about("archived"),
  trash: about("moved", " to the trash"),
  untrash: about("restored", " from the trash"),
  move: about("changed the position of"),
  categorize: withWords(about("changed the categories of")),
  undo: about("undid a change of"),
  delete: about("deleted", " permanently"),
  "preview-link": about("created a preview link for"),
  "preview-revoke": about("revoked the preview links of"),
};

const otherPhrases: Record<OtherAction, Phrase> = {
  "category.create": about("added the category"),
  "category.change": (subject, { words }) =>
    words.includes(" → ") ? `renamed the category ${subject}: ${words}` : `edited the category ${subject}`,
  "category.order": about("changed the order of the"),
  "category.merge": withWords(plain("merged two categories")),
  "category.delete": about("deleted the category"),
  "file.add": about("uploaded"),
  "file.change": about("edited the details of"),
  "file.replace": about("replaced the file"),
  "file.bring-back": about("restored the earlier file of"),
  "file.trash": about("moved", " to the trash"),
  "file.restore": about("restored", " from the trash"),
  "file.purge": about("deleted", " permanently"),
  "settings.save": about("changed the settings"),
  "site.export": withWords(plain("exported the site")),
  "import.look": withWords(plain("uploaded a file to import")),
  "import.begin": withWords(plain("started an import")),
  "import.drop": withWords(plain("discarded an import")),
  "backup.ask": plain("requested a backup"),
  "backup.download": withWords(plain("downloaded a backup")),
  "backup.restore-entry": about("restored", " from a backup"),
  "backup.restore-lead": about("restored", " from a backup"),
  "redirect.create": withWords(plain("added a redirect")),
  "redirect.change": withWords(plain("changed a redirect")),
  "redirect.delete": withWords(plain("deleted a redirect")),
  "lost-address.ignore": withWords(plain("ignored a broken address")),
  "lost-address.watch": withWords(plain("stopped ignoring a broken address")),
  "content.import": plain("imported content"),
  "sample.remove": plain("removed the sample content"),
  "sample.bring-back": plain("restored the sample content"),
  "audit.export": withWords(plain("exported the audit log")),
  "leads.export": withWords(plain("exported leads")),
  "visits.export": withWords(plain("exported page views")),
  "people.export": withWords(plain("exported the list of people")),
  "subscribers.export": withWords(plain("exported the subscribers")),
  "subscribers.imported": withWords(plain("imported subscribers")),
  "newsletter.created": about("created"),
  "newsletter.saved": about("saved"),
  "newsletter.deleted": about("deleted"),
  "newsletter.tested": about("sent a test of"),
  "newsletter.sent": withWords(about("sent"), " to "),
  "newsletter.scheduled": about("scheduled"),
  "newsletter.unscheduled": about("cancelled the schedule of"),
  "newsletter.paused": withWords(about("paused")),
  "newsletter.resumed": about("resumed"),
  "newsletter.cancelled": about("cancelled the rest of"),
  "first-steps.dismiss": plain("dismissed the first steps"),
  "first-steps.bring-back": plain("showed the first steps again"),
  "mail.test": plain("sent a test e-mail"),
  "mail.tested": about("sent the test e-mail"),
  "mail.sent-again": about("sent", " again"),
  "mail.given-up": about("stopped sending"),
  "mail.revealed": about("viewed the links in"),
  "subscriber.unsubscribed": about("unsubscribed"),
  "subscriber.complained": about("recorded a spam complaint from"),
  "subscriber.restored": about("undid a change of"),
  "subscriber.asked-again": about("sent the confirmation e-mail again to"),
  "subscriber.erased": about("deleted", " permanently"),
  "reply-template.save": about("saved the reply"),
  "reply-template.remove": about("deleted the reply"),
  "lead.status": (subject, { to }) =>
    isStatus(to)
      ? to === "closed"
        ? `closed ${subject}`
        : `moved ${subject} to ${statusNames[to]}`
      : `changed the status of ${subject}`,
  "lead.assigned": (subject, { to }) => (to ? `assigned ${subject} to ${to}` : `unassigned ${subject}`),
  "lead.snoozed": about("snoozed"),
  "lead.woken": about("ended the snooze of"),
  "lead.marked-spam": about("marked", " as spam"),
  "lead.not-spam": about("marked", " as not spam"),
  "lead.replied": about("replied to"),
  "lead.answered-otherwise": about("marked", " as answered"),
  "lead.not-reached": about("tried to call about", " without an answer"),
  "lead.noted": about("added a note to"),
  "lead.note-changed": about("edited a note on"),
  "lead.note-removed": about("deleted a note on"),
  "lead.merged": about("merged", " into another one"),
  "lead.took-in": about("merged another one into"),
  "lead.parted": about("unmerged"),
  "lead.restored": about("undid a change of"),
  "first-admin": plain("became the first admin"),
  "account-created": withWords(plain("got an account"), " by "),
  "account-erased": plain("deleted an account whose deletion was due"),
  "registration-asked": plain("signed up for an account"),
  "signed-in": (_, { words }) => `signed in${words && ` with ${methodNames[words] ?? words}`}`,
  "signed-out": plain("signed out"),
  "sign-in-failed": about("failed to sign in as"),
  "access-refused": withWords(plain("was refused access to"), " "),
  "second-step-asked": plain("was asked for a two-factor code"),
  "second-step-failed": about("entered a wrong two-factor code for"),
  "second-step-on": plain("turned on two-factor authentication"),
  "second-step-off": plain("turned off two-factor authentication"),
  "second-step-dropped": about("turned off two-factor authentication for"),
  "recovery-codes-renewed": plain("created new recovery codes"),
  "second-step-warned": about("entered ten wrong two-factor codes in a row for"),
  "password-confirmed": plain("confirmed their password"),
  "confirmation-failed": plain("entered a wrong password when asked to confirm it"),
  "password-changed": plain("changed their password"),
  "password-reset": plain("reset their password"),
  "reset-asked": about("requested a password reset for"),
  "passkey-added": plain("added a passkey"),
  "passkey-renamed": plain("renamed a passkey"),
  "passkey-removed": plain("removed a passkey"),
  "google-linked": plain("linked a Google account"),
  "google-unlinked": plain("unlinked their Google account"),
  "email-change-asked": plain("asked to change their e-mail address"),
  "email-change-cancelled": plain("cancelled the change of their e-mail address"),
  "email-changed": plain("changed their e-mail address"),
  "profile-changed": plain("edited their profile"),
  "photo-changed": plain("changed their photo"),
  "newsletter-on": plain("subscribed to the newsletter"),
  "newsletter-off": plain("unsubscribed from the newsletter"),
  "data-exported": plain("exported their own data"),
  "deletion-asked": plain("asked to delete their account"),
  "deletion-withdrawn": plain("cancelled the deletion of their account"),
  "session-ended": about("ended a session of"),
  "sessions-ended": about("ended all sessions of"),
  "other-sessions-ended": plain("ended their other sessions"),
  "role-changed": withWords(about("changed the role of"), " from "),
  banned: about("banned"),
  unbanned: about("unbanned"),
  invited: withWords(about("invited"), " as "),
  "invitation-resent": about("sent the invitation again to"),
  "invitation-revoked": about("revoked the invitation of"),
  "invitation-accepted": plain("accepted an invitation"),
  "service-token.created": about("created"),
  "service-token.revoked": about("revoked"),
  "mcp.called": withWords(plain("used an MCP tool")),
  "webhook.created": about("created"),
  "webhook.changed": about("changed"),
  "webhook.secret-renewed": about("renewed the secret of"),
  "webhook.enabled": about("turned on"),
  "webhook.disabled": about("turned off"),
  "webhook.deleted": about("deleted"),
  "webhook.tested": about("sent a test event to"),
  "webhook.sent-again": about("sent an event again to"),
};

const methodNames: Record<string, string> = {
  password: "a password",
  "password+app": "a password and a two-factor code",
  "password+recovery": "a password and a recovery code",
  google: "Google",
  "google+app": "Google and a two-factor code",
  "google+recovery": "Google and a recovery code",
  passkey: "a passkey",
};

/** Phrase of an action; null for one of an earlier version. */
export function phraseOf(action: string): Phrase | null {
  if (isOtherAction(action)) return otherPhrases[action];
  const verb = entryActionOf(action);
  return verb && entryPhrases[verb];
}

/** Names of actions in the filter menu, which has no subject. */
const chosenNames: Readonly<Record<string, string>> = {
  "category.create": "Added a category",
  "category.change": "Edited a category",
  "category.order": "Changed the order of categories",
  "category.delete": "Deleted a category",
  "file.replace": "Replaced a file",
  "file.bring-back": "Restored an earlier file",
  "settings.save": "Changed settings",
  "reply-template.save": "Saved a reply",
  "reply-template.remove": "Deleted a saved reply",
  "lead.assigned": "Changed the assignee of a message or call",
  "lead.status": "Changed the status of a message or call",
  "access-refused": "Was refused access",
} satisfies Partial<Record<OtherAction, string>>;

/** Name of an action in a menu, such as "Published a post". @param subject such as "a post" */
export function nameOfAction(action: AuditAction | string, subject: string): string {
  const chosen = chosenNames[action];
  if (chosen) return chosen;
  const words = phraseOf(action)?.(subject, noDetail) ?? action.replaceAll(/[.-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isStatus(text: string): text is Status {
  return statuses.some((status) => status === text);
}
