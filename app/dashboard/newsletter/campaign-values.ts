import { readFields, type SentPairs } from "#app/fields/read-form.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import type { SavedHead } from "../content/saving/autosave.ts";
import { issueFields } from "./campaign-fields.ts";

/** What stands in the form of a newsletter. */
export interface IssueValues {
  subject: string;
  preview: string;
  isPublic: boolean;
  /** As Markdown where there was no editor. */
  body: RichText | { markdown: string };
}

/** A draft as the screen that writes it knows it. */
export interface IssueHead extends SavedHead {
  state: string;
}

/** A newsletter in this much of it. */
type Written = IssueValues & { id: string; state: string; version: number; updatedAt: string };

export function headOf({ id, state, version, updatedAt }: Written): IssueHead {
  return { id, state, version, savedAt: updatedAt };
}

export function valuesOf({ subject, preview, isPublic, body }: Written): IssueValues {
  return { subject, preview, isPublic, body };
}

/** What was typed, laid over what stood there before. */
export function readValues(pairs: SentPairs, before: IssueValues): IssueValues {
  // The form has these fields and no others; a text that was not sent stays as it is.
  return { ...before, ...(readFields(issueFields, pairs) as Partial<IssueValues>) };
}
