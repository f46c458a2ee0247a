import { z } from "zod";

const link = z.url({ protocol: /^https?$/ });
const name = z.string();
const moment = z.coerce.date();
const key = z.string().regex(/^[\w-]{22}$/);

/** What a change to someone's ways in can be. */
export const credentialChanges = [
  "passkey-added",
  "passkey-removed",
  "second-step-on",
  "second-step-off",
  "recovery-codes-renewed",
  "second-step-warned",
  "google-linked",
  "google-unlinked",
  "second-step-dropped",
  "sessions-ended",
] as const;

/** What staff are told of. */
export const noticeEvents = ["message", "call", "subscriber", "failed-mail"] as const;

const noticeItem = z.strictObject({
  event: z.enum(noticeEvents),
  /** Path of its screen. */
  path: z.string().regex(/^\/dashboard\//),
  /** What it is called by: a reference, a subject. */
  title: z.string(),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  /** In the person's own words; empty for what has none. */
  text: z.string(),
});

/** Every mail the product sends, by the values its words need; links are whole and were built by the caller. */
export const mailContentSchema = z.discriminatedUnion("template", [
  z.strictObject({ template: z.literal("verify"), name, link }),
  z.strictObject({ template: z.literal("already-registered"), name, signInLink: link, resetLink: link }),
  z.strictObject({ template: z.literal("welcome"), name, link }),
  z.strictObject({ template: z.literal("reset"), name, link }),
  z.strictObject({
    template: z.literal("password-changed"),
    name,
    at: moment,
    link,
    /** Names of the passkeys that still open the account. */
    passkeys: z.array(z.string()).default([]),
  }),
  z.strictObject({
    template: z.literal("email-change-old"),
    name,
    newEmail: z.string(),
    link,
    cancelLink: link,
  }),
  z.strictObject({ template: z.literal("email-change-new"), name, link }),
  z.strictObject({ template: z.literal("email-changed"), name, newEmail: z.string(), link }),
  z.strictObject({
    template: z.literal("new-device"),
    name,
    at: moment,
    browser: z.string(),
    network: z.string(),
    link,
  }),
  z.strictObject({
    template: z.literal("credential-changed"),
    name,
    what: z.enum(credentialChanges),
    at: moment,
    link,
  }),
  z.strictObject({
    template: z.literal("role-changed"),
    name,
    role: z.enum(["member", "editor", "admin"]),
    link,
  }),
  z.strictObject({ template: z.literal("account-closed"), name, isClosed: z.boolean(), link }),
  // To admins.
  z.strictObject({ template: z.literal("webhook-off"), name, host: z.string(), why: z.string(), link }),
  z.strictObject({ template: z.literal("deletion-asked"), name, on: moment, link }),
  z.strictObject({ template: z.literal("deleted"), name }),
  z.strictObject({ template: z.literal("invited"), name, link }),
  // To every admin: a backup could not be made, or could not be shown to be good.
  z.strictObject({
    template: z.literal("backup-failed"),
    name,
    at: moment,
    problems: z.array(z.string()),
    link,
  }),
  // To every admin: changes between two backups can't be kept, and later that they are kept again.
  z.strictObject({
    template: z.literal("increments"),
    name,
    what: z.enum(["failing", "well"]),
    /** When the spell began. */
    at: moment,
    /** Why, as a sentence; empty once it is over. */
    says: z.string(),
    link,
  }),
  // To every admin: strangers have the site send very many mails.
  z.strictObject({ template: z.literal("mail-surge"), name, count: z.int().min(1), link }),
  // To whoever asked for the newsletter; the key stands in the link, and opens nothing else.
  z.strictObject({ template: z.literal("confirm-newsletter"), name: z.string().max(0), key }),
  z.strictObject({ template: z.literal("known-reader"), name: z.string().max(0), key }),
  z.strictObject({ template: z.literal("test"), name, at: moment }),
  // The end of a test message's way, and what admins hear when its way is broken or whole again.
  z.strictObject({
    template: z.literal("canary"),
    name,
    what: z.enum(["trial", "broken", "well"]),
    at: moment,
    /** What is broken, as a sentence. */
    says: z.string(),
  }),
  z.strictObject({
    template: z.literal("newsletter"),
    name,
    issue: z.string(),
    /** Null for a test, which goes to staff. */
    reader: z.string().nullable(),
  }),
  // To whoever wrote to the company: nothing they wrote comes back, so that nobody can have us mail their words to others.
  z.strictObject({
    template: z.literal("lead-receipt"),
    name: z.string().max(0),
    what: z.enum(["message", "call"]),
    reference: z.string(),
    words: z.string(),
  }),
  // Written by one of the staff; `earlier` are the mails of the same conversation.
  z.strictObject({
    template: z.literal("lead-reply"),
    name: z.string().max(0),
    reference: z.string(),
    text: z.string(),
    asked: z.strictObject({ at: moment, text: z.string() }),
    earlier: z.array(z.string()).max(20),
  }),
  // To staff: one thing at once, or several together.
  z.strictObject({
    template: z.literal("notice"),
    name,
    items: z.array(noticeItem).min(1).max(50),
    /** How many there are beside those. */
    more: z.int().min(0),
  }),
]);

export type MailContent = z.infer<typeof mailContentSchema>;
export type Template = MailContent["template"];
/** Mails that our own words are written for; the others' are written by people, elsewhere. */
export type TemplateName = Exclude<Template, "newsletter">;
export type TemplateContent = Extract<MailContent, { template: TemplateName }>;
export type ContentOf<Name extends Template> = Extract<MailContent, { template: Name }>;

/** No link in these is a secret of its reader's: what they say may be looked at after they have left. */
const lasting: readonly string[] = [
  "test",
  "canary",
  "newsletter",
  "lead-receipt",
  "lead-reply",
  "notice",
  "backup-failed",
  "increments",
  "mail-surge",
] satisfies Template[];

export function isLasting(template: string): boolean {
  return lasting.includes(template);
}
