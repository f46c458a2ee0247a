import type { LeadFormDescription } from "./forms.ts";

/** What a visitor is told when the database is away, so that nothing sent can be kept. */
export interface NotSaved {
  title: string;
  /** What else to do, in whole sentences. */
  advice: string;
  /** How the company is reached meanwhile, as far as it is known; empty otherwise. */
  phone: string;
  email: string;
}

/** Seconds after which sending again may do. */
export const sendAgainAfter = 60;

const what: Record<LeadFormDescription["name"], string> = {
  contact: "message",
  call: "request",
  newsletter: "subscription",
};

/** The words for a form; without the ways to reach a company of which nothing was read yet. */
export function describeNotSaved(
  form: LeadFormDescription,
  company: { phone: string; email: string } | undefined,
): NotSaved {
  const { phone = "", email = "" } = company ?? {};
  return {
    title: `We could not save your ${what[form.name]} just now.`,
    advice: "Please send it again in a minute.",
    phone,
    email,
  };
}

/** All of it as plain text. */
export function writeNotSaved({ title, advice, phone, email }: NotSaved): string {
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean).join(" or ");
  return [title, advice, ways && `You can also ${ways}.`].filter(Boolean).join(" ");
}
