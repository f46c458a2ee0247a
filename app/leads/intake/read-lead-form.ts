import { hiddenFields, type LeadFormDescription } from "./forms.ts";
import type { SubmissionMetadata } from "./submission-metadata.ts";

/** A form as a page sent it, split into its parts. */
export interface FormValues {
  /** For the schema: fields by name; a field sent twice is a list, which the schema rejects. */
  input: Record<string, unknown>;
  /** The text of each field as typed, to show it again next to its error. */
  typed: Record<string, string>;
  isConsentTicked: boolean;
  /** The part of the metadata that only the form knows. */
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
