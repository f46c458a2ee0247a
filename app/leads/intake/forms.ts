/** One field of a form as pages draw it and documents describe it. */
export interface LeadFormField {
  name: string;
  label: string;
  input: "line" | "text" | "email" | "phone";
  required: boolean;
  /** Characters, at most. */
  max: number;
  /** Token of the HTML attribute. */
  autocomplete: string;
  hint: string;
  /** What is said when it is needed and empty. */
  missing: string;
}

/** A form as plain data; its checks are in form-schemas.ts. */
export interface LeadFormDescription {
  name: "contact" | "call" | "newsletter";
  fields: readonly LeadFormField[];
  /** The sentence beside the box to tick; kept with what is sent, word for word. */
  consent: string;
  submit: string;
  /** What the visitor reads once it is kept; the reference number stands beside it. */
  thanks: string;
}

/** Names of what travels with a form unseen: the trap for machines, milliseconds since it was shown, the page it was on, the page that led there. */
export const hiddenFields = {
  honeypot: "homepage",
  elapsed: "elapsed",
  source: "source",
  referrer: "referrer",
} as const;

/** The field in which a browser's script names one sending, so that it counts once however often it arrives. */
export const keyField = "key";

export function describeContactForm(): LeadFormDescription {
  return {
    name: "contact",
    fields: withName(contactFields),
    consent: "You may store what I write here in order to answer me.",
    submit: "Send message",
    thanks: "A person will read your message.",
  };
}

export type FieldData = Omit<LeadFormField, "name">;

/** What a form does not say of a field is the usual. */
export const field = (label: string, max: number, rest: Partial<FieldData> = {}): FieldData => ({
  label,
  input: "line",
  required: false,
  max,
  autocomplete: "off",
  hint: "",
  missing: "",
  ...rest,
});

export const name = field("Your name", 120, {
  required: true,
  autocomplete: "name",
  missing: "Enter your name",
});
export const emailFormField = field("E-mail", 254, {
  input: "email",
  autocomplete: "email",
  missing: "Enter your e-mail address",
});
export const phone = field("Phone", 60, {
  input: "phone",
  autocomplete: "tel",
  hint: "With the country code if it is abroad.",
  missing: "Enter a phone number or an e-mail address",
});

export const contactFields = {
  name,
  email: { ...emailFormField, required: true },
  phone,
  company: field("Company", 200, { autocomplete: "organization" }),
  service: field("Service of interest", 300),
  message: field("Message", 10_000, { input: "text", required: true, missing: "Enter your message" }),
} as const satisfies Record<string, FieldData>;

/** Fields as a form lists them. */
export function withName(fields: Record<string, FieldData>): LeadFormField[] {
  return Object.entries(fields).map(([name, data]) => ({ name, ...data }));
}

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
