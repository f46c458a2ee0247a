import { readForm } from "#app/content/form/read-form.ts";
import type { Clash } from "#app/content/save-entry.ts";
import { type Refused, refusalIn } from "../../parts/answer.ts";
import type { EntryScreen } from "./entry-screen.ts";
import type { Typed } from "./sent-entry.ts";

/** What the form is drawn from; a new number draws it anew. */
export interface Draft {
  number: number;
  values: Record<string, unknown>;
  /** Sentences by field. */
  errors: Record<string, string>;
  problem: string;
  /** The same for the summary, the same array as long as nothing changes. */
  list: readonly { name: string; message: string }[];
  isTaken: boolean;
}

/** A clash as the save route answers it, or within what a deed answers; null for any other answer. */
export function clashIn(refusal: Refused["refusal"] | undefined): Clash | null {
  if (refusal?.code !== "stale") return null;
  const inner: unknown = Reflect.get(Object(refusal.detail), "of") ?? refusal.detail;
  return inner as Clash; // every stale refusal of an entry carries one
}

/** The form as it begins: the entry, or what was typed into a form that was sent without scripts and refused. */
export function startDraft(screen: EntryScreen, answer: unknown): Draft {
  const fresh = { number: 0, values: screen.values, errors: {}, problem: "", list: [], isTaken: false };
  const values = Reflect.get(Object(answer), "values");
  if (typeof values === "object" && values !== null) return { ...fresh, values: { ...values } };
  const refused = refusalIn(answer);
  const typed = refused?.refusal.detail as Typed | null | undefined; // every deed of this form answers it
  if (!refused || !typed?.pairs) return fresh;
  const sent = readForm(screen.form.fields, typed.pairs);
  // The strip above the screen sums it up already.
  return { ...fresh, values: { ...screen.values, ...sent }, errors: refused.refusal.fields };
}

export function withErrors(draft: Draft, { fields, message }: Refused["refusal"]): Draft {
  const list = Object.entries(fields).map(([name, text]) => ({ name, message: text }));
  return { ...draft, errors: fields, problem: message, list };
}

/** An autosave marks the fields it could not save; it moves nobody and sums nothing up. */
export function withFieldErrors(draft: Draft, { fields }: Refused["refusal"]): Draft {
  return saysTheSame(draft.errors, fields) ? draft : { ...draft, errors: fields };
}

/** A later save found all of them mended; a summary stays until something is done again. */
export function withoutFieldErrors(draft: Draft): Draft {
  return draft.problem !== "" || Object.keys(draft.errors).length === 0 ? draft : { ...draft, errors: {} };
}

export function withoutErrors(draft: Draft): Draft {
  return draft.problem === "" && Object.keys(draft.errors).length === 0
    ? draft
    : { ...draft, errors: {}, problem: "", list: [] };
}

/** Whether two values say the same, whatever the order of their keys. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(parts.map(([key, part]) => [key, sorted(part)]));
}
