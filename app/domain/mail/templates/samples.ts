import type { Database } from "#app/platform/database/database.ts";
import type { ContentOf, TemplateContent, TemplateName } from "./mail-content.ts";
import type { RenderedMail } from "./render-mail.tsx";
import { renderTemplate } from "./render-queued.ts";

type Samples = { [Each in TemplateName]: Omit<ContentOf<Each>, "template"> };

/** All templates with a text of the product, in the order in which a person might receive them. */
export const sampleTemplates = [
  "verify",
  "already-registered",
  "welcome",
  "invited",
  "reset",
  "password-changed",
  "email-change-old",
  "email-change-new",
  "email-changed",
  "new-device",
  "credential-changed",
  "role-changed",
  "account-closed",
  "webhook-off",
  "deletion-asked",
  "deleted",
  "confirm-newsletter",
  "known-reader",
  "lead-receipt",
  "lead-reply",
  "notice",
  "backup-failed",
  "increments",
  "mail-surge",
  "test",
  "canary",
] satisfies TemplateName[];

/** Renders a sample mail to a fictional person; its links lead nowhere. */
export async function renderSample(
  db: Database,
  publicUrl: URL,
  template: TemplateName,
  now: Date,
): Promise<RenderedMail> {
  // The compiler cannot pair a template with its own sample.
  const content = { template, ...samples(publicUrl, now)[template] } as TemplateContent;
  return renderTemplate(db, publicUrl, content, lifetimes[template] ?? "");
}

const lifetimes: Partial<Record<TemplateName, string>> = {
  verify: "30 minutes",
  reset: "30 minutes",
  invited: "7 days",
  "email-change-old": "30 minutes",
  "email-change-new": "30 minutes",
  "confirm-newsletter": "7 days",
};

function samples(site: URL, at: Date): Samples {
  const name = "Rahima";
  const link = new URL("/dashboard/mail/templates?sample", site).href;
  const newEmail = "rahima.new@shapla.example";
  const reference = "FD-7K3M-9QX2";
  const key = "sample".padEnd(22, "-");
  return {
    verify: { name, link },
    "already-registered": { name, signInLink: link, resetLink: `${link}=reset` },
    welcome: { name, link },
    invited: { name, link },
    reset: { name, link },
    "password-changed": { name, at, link, passkeys: ["Rahima’s phone"] },
    "email-change-old": { name, newEmail, link, cancelLink: `${link}=cancel` },
    "email-change-new": { name, link },
    "email-changed": { name, newEmail, link },
    "new-device": { name, at, browser: "Firefox on Linux", network: "203.0.113.0/24", link },
    "credential-changed": { name, what: "passkey-added", at, link },
    "role-changed": { name, role: "editor", link },
    "account-closed": { name, isClosed: true, link },
    "webhook-off": { name, host: "hooks.shapla.example", why: "It answered 410: it is gone.", link },
    "backup-failed": { name, at, problems: ["The file “mill.jpg” is not whole."], link },
    increments: { name, what: "failing", at, says: "The disk is full.", link },
    "mail-surge": { name, count: 412, link },
    "deletion-asked": { name, on: new Date(at.getTime() + 14 * 86_400_000), link },
    deleted: { name },
    "confirm-newsletter": { name: "", key },
    "known-reader": { name: "", key },
    "lead-receipt": { name: "", what: "message", reference, words: "" },
    "lead-reply": { ...aReply(at), reference },
    notice: { ...aNotice(name), more: 0 },
    test: { name, at },
    canary: {
      name,
      what: "broken",
      at,
      says: "The page with the contact form can’t be opened (status 502).",
    },
  };
}

function aReply(at: Date) {
  return {
    name: "",
    text: "Thank you for your message.\n\nWe can look at it on Tuesday, and tell you on the same day what it would take.",
    asked: { at, text: "Our booking page is slow in the evenings. Can you help?" },
    earlier: [],
  };
}

function aNotice(name: string) {
  const facts = [
    { label: "From", value: "Najma Begum" },
    { label: "E-mail", value: "najma@shapla.example" },
  ];
  const text = "Our booking page is slow in the evenings. Can you help?";
  const item = { path: "/dashboard/usercontactdata", title: "FD-7K3M-9QX2", facts, text };
  return { name, items: [{ event: "message" as const, ...item }] };
}
