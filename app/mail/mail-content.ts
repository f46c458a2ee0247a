import { z } from "zod";

const link = z.url({ protocol: /^https?$/ });
const name = z.string();
const moment = z.coerce.date();

/** What a change to someone's ways in can be. */
export const credentialChanges = [
  "passkey-added",
  "passkey-removed",
  "second-step-on",
  "second-step-off",
  "recovery-codes-renewed",
  "google-linked",
  "google-unlinked",
] as const;

/** Every mail the product sends, by the values its words need; links are whole and were built by the caller. */
export const mailContentSchema = z.discriminatedUnion("template", [
  z.strictObject({ template: z.literal("verify"), name, link }),
  z.strictObject({ template: z.literal("already-registered"), name, signInLink: link, resetLink: link }),
  z.strictObject({ template: z.literal("welcome"), name, link }),
  z.strictObject({ template: z.literal("reset"), name, link }),
  z.strictObject({ template: z.literal("password-changed"), name, at: moment, link }),
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
  z.strictObject({ template: z.literal("deletion-asked"), name, on: moment, link }),
  z.strictObject({ template: z.literal("deleted"), name }),
  z.strictObject({ template: z.literal("invited"), name, link }),
]);

export type MailContent = z.infer<typeof mailContentSchema>;
export type Template = MailContent["template"];
export type ContentOf<Name extends Template> = Extract<MailContent, { template: Name }>;
