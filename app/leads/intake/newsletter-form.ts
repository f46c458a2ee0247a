import { email, type FieldData, type FormDescription, named } from "./forms.ts";

export function describeNewsletterForm(): FormDescription {
  return {
    name: "newsletter",
    fields: named(newsletterFields),
    consent: "You may send me your newsletter. I can end it with one click in every mail.",
    submit: "Subscribe",
    thanks: "Look into your mailbox: one press there, and you are on the list.",
  };
}

export const newsletterFields = {
  email: { ...email, required: true },
} as const satisfies Record<string, FieldData>;
