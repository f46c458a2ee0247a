import type { RichText } from "#app/rich-text/schema/document.ts";
import type { ActionError } from "../parts/action-result.ts";
import type { IssueValues } from "./campaign-values.ts";

/** What the form is drawn from; a new number draws it anew. */
export interface IssueDraft {
  number: number;
  values: IssueValues;
  /** Sentences by field. */
  errors: Record<string, string>;
  problem: string;
  list: readonly { name: string; message: string }[];
  isTaken: boolean;
}

/** The form as it begins. */
export function startDraft(values: IssueValues): IssueDraft {
  return { number: 0, values, errors: {}, problem: "", list: [], isTaken: false };
}

export function withErrors(draft: IssueDraft, { fields, message }: ActionError["refusal"]): IssueDraft {
  const list = Object.entries(fields).map(([name, text]) => ({ name, message: text }));
  return { ...draft, errors: fields, problem: message, list };
}

export function withoutErrors(draft: IssueDraft): IssueDraft {
  return draft.problem === "" && Object.keys(draft.errors).length === 0
    ? draft
    : { ...draft, errors: {}, problem: "", list: [] };
}

export function isRichTextDocument(body: IssueValues["body"]): body is RichText {
  return "type" in body;
}
