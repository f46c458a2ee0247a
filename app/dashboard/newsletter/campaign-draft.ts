import type { RichText } from "#app/content/rich-text/schema/document.ts";
import type { Campaign } from "#app/newsletter/campaign.ts";
import type { Typed } from "../content/form/sent-entry.ts";
import { type ActionError, errorIn } from "../parts/action-result.ts";
import { type IssueValues, readValues } from "./campaign-values.ts";

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

/** The form as it begins: the newsletter, or what was typed into a form that was sent without scripts and refused. */
export function startDraft(values: IssueValues, answer: unknown): IssueDraft {
  const fresh = { number: 0, values, errors: {}, problem: "", list: [], isTaken: false };
  const refused = errorIn(answer);
  const typed = refused?.refusal.detail as Typed | null | undefined; // every action that saves answers it
  if (!refused || !typed?.pairs) return fresh;
  // The strip above the screen sums it up already.
  return { ...fresh, values: readValues(typed.pairs, values), errors: refused.refusal.fields };
}

/** What somebody else has saved meanwhile, in a refusal for that. */
export function theirsIn(refusal: ActionError["refusal"] | undefined): Campaign | null {
  if (refusal?.code !== "stale") return null;
  const inner: unknown = Reflect.get(Object(refusal.detail), "of") ?? refusal.detail;
  return inner as Campaign; // every stale refusal of a newsletter carries one
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
