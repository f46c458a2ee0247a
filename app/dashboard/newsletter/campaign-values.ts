import type { SavedHead } from "#app/dashboard/content/saving/use-form-saver.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { CampaignInput } from "#app/domain/newsletter/campaign.ts";
import type { DescribedField } from "#app/lib/fields/inputs.ts";
import { readFields, type SentPairs } from "#app/lib/fields/read-form.ts";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";

/** Descriptions of a newsletter's fields. */
export type DescribedCampaign = Readonly<Record<keyof CampaignInput, DescribedField>>;

/** Values of a newsletter's form. */
export interface CampaignValues {
  subject: string;
  preview: string;
  isPublic: boolean;
  /** Markdown when the editor has not loaded. */
  body: RichText | { markdown: string };
}

/** State of a draft on its editing screen. */
export interface CampaignHead extends SavedHead {
  state: string;
}

/** Newsletter, reduced to the properties read here. */
type StoredCampaign = CampaignValues & { id: string; state: string; version: number; updatedAt: string };

export function headOf({ id, state, version, updatedAt }: StoredCampaign): CampaignHead {
  return { id, state, version, savedAt: updatedAt };
}

export function valuesOf({ subject, preview, isPublic, body }: StoredCampaign): CampaignValues {
  return { subject, preview, isPublic, body };
}

/** Submitted values merged into the former ones. */
export function readValues(
  fields: DescribedCampaign,
  pairs: SentPairs,
  before: CampaignValues,
): CampaignValues {
  // The form has only these fields; a missing body stays unchanged.
  return { ...before, ...(readFields(fields, pairs) as Partial<CampaignValues>) };
}

/** Initial values of the form; a new number renders it again. */
export interface CampaignDraft {
  number: number;
  values: CampaignValues;
  /** Messages by field. */
  errors: Record<string, string>;
  problem: string;
  list: readonly { name: string; message: string }[];
  isReplaced: boolean;
}

/** Initial state of the form. */
export function startDraft(values: CampaignValues): CampaignDraft {
  return { number: 0, values, errors: {}, problem: "", list: [], isReplaced: false };
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
