/** Field of a form, used by pages and API documents. */
export interface LeadFormField {
  name: string;
  label: string;
  input: "line" | "text" | "email" | "phone";
  required: boolean;
  /** Maximum number of characters. */
  max: number;
  /** Value of the HTML attribute. */
  autocomplete: string;
  hint: string;
  /** Error message if it is required and empty. */
  missing: string;
}

/** Form as plain data; form-schemas.ts validates it. */
export interface LeadFormDescription {
  name: "contact" | "call" | "newsletter";
  fields: readonly LeadFormField[];
  /** Text of the consent checkbox, stored with each submission. */
  consent: string;
  submit: string;
  /** Confirmation shown with the reference after submission. */
  thanks: string;
}

/** Names of hidden fields: honeypot, milliseconds since the form was shown, path of the page, and referrer. */
export const hiddenFields = {
  honeypot: "homepage",
  elapsed: "elapsed",
  source: "source",
  referrer: "referrer",
} as const;

/** Name of the field with the idempotency key of a submission. */
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

/** Creates a field with default values. */
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
  // A longer one also needs a larger `anonymousBodyBytes` in `platform/http/bodies/read-form.ts`.
  message: field("Message", 10_000, { input: "text", required: true, missing: "Enter your message" }),
} as const satisfies Record<string, FieldData>;

/** Returns the fields as a list with names. */
export function withName(fields: Record<string, FieldData>): LeadFormField[] {
  return Object.entries(fields).map(([name, data]) => ({ name, ...data }));
}

/** Message to a visitor when the database is unavailable and nothing was stored. */
export interface NotSaved {
  title: string;
  /** Advice in complete sentences. */
  advice: string;
  /** Contact data of the company; empty if unknown. */
  phone: string;
  email: string;
}

/** Seconds after which to retry. */
export const retryAfterSeconds = 60;

const submissionNames: Record<LeadFormDescription["name"], string> = {
  contact: "message",
  call: "request",
  newsletter: "subscription",
};

/** Creates the message for a form; without contact data if no settings were read yet. */
export function describeNotSaved(
  form: LeadFormDescription,
  company: { phone: string; email: string } | undefined,
): NotSaved {
  const { phone = "", email = "" } = company ?? {};
  return {
    title: `We could not save your ${submissionNames[form.name]} just now.`,
    advice: "Please send it again in a minute.",
    phone,
    email,
  };
}

/** Formats the message as plain text. */
export function writeNotSaved({ title, advice, phone, email }: NotSaved): string {
  const alternatives = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean).join(" or ");
  return [title, advice, alternatives && `You can also ${alternatives}.`].filter(Boolean).join(" ");
}
