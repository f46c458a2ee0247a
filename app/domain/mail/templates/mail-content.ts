import { z } from "zod";

const link = z.url({ protocol: /^https?$/ });
const name = z.string();
const moment = z.coerce.date();
const key = z.string().regex(/^[\w-]{22}$/);

/** Changes to sign-in methods. */
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

/** Events that notify staff. */
export const noticeEvents = ["message", "call", "subscriber", "failed-mail"] as const;

const noticeItem = z.strictObject({
  event: z.enum(noticeEvents),
  /** Path of the item's screen. */
  path: z.string().regex(/^\/dashboard\//),
  /** Reference or subject. */
  title: z.string(),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  /** Text written by a person; empty without one. */
  text: z.string(),
});

/** Content of every mail by template, as values; links are absolute. */
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
    /** Names of the remaining passkeys. */
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
  // To every admin: a backup failed or failed verification.
  z.strictObject({
    template: z.literal("backup-failed"),
    name,
    at: moment,
    problems: z.array(z.string()),
    link,
  }),
  // To every admin: saving changes between backups fails, or works again.
  z.strictObject({
    template: z.literal("increments"),
    name,
    what: z.enum(["failing", "well"]),
    /** Start of the failure. */
    at: moment,
    /** Reason as a sentence; empty once it works again. */
    says: z.string(),
    link,
  }),
  // To every admin: visitors cause unusually much mail.
  z.strictObject({ template: z.literal("mail-surge"), name, count: z.int().min(1), link }),
  // To new subscribers; the key is part of the link and opens nothing else.
  z.strictObject({ template: z.literal("confirm-newsletter"), name: z.string().max(0), key }),
  z.strictObject({ template: z.literal("known-reader"), name: z.string().max(0), key }),
  z.strictObject({ template: z.literal("test"), name, at: moment }),
  // Test message through the contact form, and notices to admins when it fails or works again.
  z.strictObject({
    template: z.literal("canary"),
    name,
    what: z.enum(["trial", "broken", "well"]),
    at: moment,
    /** Problem as a sentence. */
    says: z.string(),
  }),
  z.strictObject({
    template: z.literal("newsletter"),
    name,
    issue: z.string(),
    /** Null for a test copy to staff. */
    reader: z.string().nullable(),
  }),
  // To the sender of a form, without their text: forms must not mail chosen words to others.
  z.strictObject({
    template: z.literal("lead-receipt"),
    name: z.string().max(0),
    what: z.enum(["message", "call"]),
    reference: z.string(),
    words: z.string(),
  }),
  // Written by staff; `earlier` are the previous mails of the conversation.
  z.strictObject({
    template: z.literal("lead-reply"),
    name: z.string().max(0),
    reference: z.string(),
    text: z.string(),
    asked: z.strictObject({ at: moment, text: z.string() }),
    earlier: z.array(z.string()).max(20),
  }),
  // To staff: one event, or a summary.
  z.strictObject({
    template: z.literal("notice"),
    name,
    items: z.array(noticeItem).min(1).max(50),
    /** Number of further items. */
    more: z.int().min(0),
  }),
]);

export type MailContent = z.infer<typeof mailContentSchema>;
export type Template = MailContent["template"];
/** Templates with a text of the product; newsletters are written by people. */
export type TemplateName = Exclude<Template, "newsletter">;
export type TemplateContent = Extract<MailContent, { template: TemplateName }>;
export type ContentOf<Name extends Template> = Extract<MailContent, { template: Name }>;

/** Templates without secret links, whose content may be shown after sending. */
const withoutSecretLinks: readonly string[] = [
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

export function hasNoSecretLinks(template: string): boolean {
  return withoutSecretLinks.includes(template);
}
