import { hiddenFields, type LeadFormDescription } from "./forms.ts";
import type { SubmissionMetadata } from "./submission-metadata.ts";

/** Submitted form, split into input and metadata. */
export interface FormValues {
  /** Input for the schema: fields by name. A field sent twice is a list, which the schema rejects. */
  input: Record<string, unknown>;
  /** Text of each field as typed, to show it again with its error. */
  typed: Record<string, string>;
  isConsentTicked: boolean;
  /** Metadata from the form. */
  sent: Pick<SubmissionMetadata, "honeypot" | "elapsedMs" | "sourcePath" | "referrer" | "consentText">;
}

/** Reads the fields of the description and ignores all others. */
export function readLeadForm(form: LeadFormDescription, data: FormData): FormValues {
  const read = (name: string): unknown => {
    const [value = "", ...more] = data.getAll(name);
    return more.length === 0 ? value : [value, ...more];
  };
  const names = form.fields.map(({ name }) => name);
  const isConsentTicked = /^(on|yes|true|1)$/.test(firstText(data, "consent"));
  return {
    input: { ...Object.fromEntries(names.map((name) => [name, read(name)])), consent: isConsentTicked },
    typed: Object.fromEntries(names.map((name) => [name, firstText(data, name)])),
    isConsentTicked,
    sent: {
      honeypot: firstText(data, hiddenFields.honeypot),
      elapsedMs: readMilliseconds(firstText(data, hiddenFields.elapsed)),
      sourcePath: firstText(data, hiddenFields.source),
      referrer: firstText(data, hiddenFields.referrer),
      consentText: form.consent,
    },
  };
}

function firstText(data: FormData, name: string): string {
  const value = data.getAll(name).find((one) => typeof one === "string");
  return typeof value === "string" ? value : "";
}

function readMilliseconds(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}
