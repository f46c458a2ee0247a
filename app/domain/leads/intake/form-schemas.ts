import { z } from "zod";
import { emailSchema } from "#app/lib/text/email.ts";
import { phoneSchema } from "#app/lib/text/phone.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { callFields, describeCallForm } from "./call-form.ts";
import { contactFields, describeContactForm, type FieldData, type LeadFormDescription } from "./forms.ts";
import { describeNewsletterForm, newsletterFields } from "./newsletter-form.ts";

/** Schema of the contact form. */
export const messageSchema = z
  .strictObject({
    name: line(contactFields.name),
    email: email(contactFields.email),
    phone: phone(contactFields.phone),
    company: line(contactFields.company),
    service: line(contactFields.service),
    message: line(contactFields.message),
    consent: consent(
      describeContactForm(),
      "Please agree that we may keep what you write, so that we can answer",
    ),
  })
  .meta({ required: ["name", "email", "message", "consent"] });

/** Schema of a call request, which requires a phone number or an e-mail address. */
export const callSchema = z
  .strictObject({
    name: line(callFields.name),
    phone: phone(callFields.phone),
    email: email(callFields.email),
    bestTime: line(callFields.bestTime),
    topic: line(callFields.topic),
    consent: consent(
      describeCallForm(),
      "Please agree that we may keep what you write, so that we can call back",
    ),
  })
  .refine(({ phone, email }) => phone !== "" || email !== "", {
    error: callFields.phone.missing,
    path: ["phone"],
    when: ({ issues }) =>
      !issues.some(({ path }) => path?.length === 0 || path?.[0] === "phone" || path?.[0] === "email"),
  })
  .meta({ required: ["name", "consent"], anyOf: [{ required: ["phone"] }, { required: ["email"] }] });

/** Schema of the newsletter form. */
export const subscriberSchema = z
  .strictObject({
    email: email(newsletterFields.email),
    consent: consent(describeNewsletterForm(), "Please agree that we send you the newsletter"),
  })
  .meta({ required: ["email", "consent"] });

function line(field: FieldData) {
  const { max, input, required, missing } = field;
  const text = plainText({ max, lines: input === "text" }).prefault("");
  return (required ? text.pipe(z.string().min(1, missing)) : text).meta(described(field));
}

function email(field: FieldData) {
  const address = emailSchema(field.required ? field.missing : undefined).prefault("");
  return address.meta({ ...described(field), format: "email" });
}

function phone(field: FieldData) {
  return phoneSchema().prefault("").meta(described(field));
}

function consent(form: LeadFormDescription, missing: string) {
  return z.literal(true, missing).meta({ description: `That the person agreed to this: “${form.consent}”` });
}

function described({ label, hint, max, required }: FieldData) {
  return {
    description: [label, hint].filter(Boolean).join(". "),
    maxLength: max,
    ...(required ? { minLength: 1, default: undefined } : {}),
  };
}
