import { emailFormField, type FieldData, type LeadFormDescription, withName } from "./forms.ts";

export function describeNewsletterForm(): LeadFormDescription {
  return {
    name: "newsletter",
    fields: withName(newsletterFields),
    consent: "You may send me your newsletter. I can end it with one click in every mail.",
    submit: "Subscribe",
    thanks: "Check your e-mail and confirm.",
  };
}

export const newsletterFields = {
  email: { ...emailFormField, required: true },
} as const satisfies Record<string, FieldData>;
