import type { SavedHead } from "#app/dashboard/content/saving/use-form-saver.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { DescribedField } from "#app/fields/inputs.ts";
import { readFields, type SentPairs } from "#app/fields/read-form.ts";
import type { CampaignInput } from "#app/newsletter/campaign.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";

/** The fields of a newsletter, as the server describes them. */
export type DescribedCampaign = Readonly<Record<keyof CampaignInput, DescribedField>>;

/** What stands in the form of a newsletter. */
export interface CampaignValues {
  subject: string;
  preview: string;
  isPublic: boolean;
  /** As Markdown where there was no editor. */
  body: RichText | { markdown: string };
}

/** A draft as the screen that writes it knows it. */
export interface CampaignHead extends SavedHead {
  state: string;
}

/** A newsletter in this much of it. */
type Written = CampaignValues & { id: string; state: string; version: number; updatedAt: string };

export function headOf({ id, state, version, updatedAt }: Written): CampaignHead {
  return { id, state, version, savedAt: updatedAt };
}

export function valuesOf({ subject, preview, isPublic, body }: Written): CampaignValues {
  return { subject, preview, isPublic, body };
}

/** What was typed, laid over what stood there before. */
export function readValues(
  fields: DescribedCampaign,
  pairs: SentPairs,
  before: CampaignValues,
): CampaignValues {
  // The form has these fields and no others; a text that was not sent stays as it is.
  return { ...before, ...(readFields(fields, pairs) as Partial<CampaignValues>) };
}

/** What the form is drawn from; a new number draws it anew. */
export interface CampaignDraft {
  number: number;
  values: CampaignValues;
  /** Sentences by field. */
  errors: Record<string, string>;
  problem: string;
  list: readonly { name: string; message: string }[];
  isTaken: boolean;
}

/** The form as it begins. */
export function startDraft(values: CampaignValues): CampaignDraft {
  return { number: 0, values, errors: {}, problem: "", list: [], isTaken: false };
}

export function withErrors(draft: CampaignDraft, { fields, message }: ActionError["refusal"]): CampaignDraft {
  const list = Object.entries(fields).map(([name, text]) => ({ name, message: text }));
  return { ...draft, errors: fields, problem: message, list };
}

export function withoutErrors(draft: CampaignDraft): CampaignDraft {
  return draft.problem === "" && Object.keys(draft.errors).length === 0
    ? draft
    : { ...draft, errors: {}, problem: "", list: [] };
}
