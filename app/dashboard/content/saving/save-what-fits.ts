import { DomainError } from "#app/platform/domain-error.ts";

type Input = Record<string, unknown>;

export interface Fitting<Saved> {
  saved: Saved;
  /** Names the fields that were left as they were; null when all was saved. */
  refusal: DomainError | null;
}

/** One field may be wrong in the shape of its value, the next only in what it means. */
const mostTries = 4;

/**
 * Saves everything but the fields that are refused, so that half a web address does not hold up the text beside it. A new entry
 * can't do without a title: it gets the typed one with a number until another is chosen. Throws what was refused when that is no
 * field's fault, or when it does not help to leave the fields out.
 */
export async function saveWhatFits<Saved>(
  input: Input,
  isNew: boolean,
  save: (input: Input) => Promise<Saved>,
): Promise<Fitting<Saved>> {
  let what = input;
  let first: DomainError | null = null;
  const fields: Record<string, string> = {};
  for (let tries = 1; ; tries += 1) {
    try {
      const saved = await save(what);
      const refusal = first && new DomainError("invalid", first.message, { fields });
      return { saved, refusal };
    } catch (error) {
      const isFieldsFault =
        error instanceof DomainError && error.code === "invalid" && Object.keys(error.fields).length > 0;
      if (!isFieldsFault || tries === mostTries) throw first ?? error;
      first ??= error;
      Object.assign(fields, { ...error.fields, ...fields });
      what = withoutFields(what, Object.keys(error.fields), isNew ? `(${tries + 1})` : null);
    }
  }
}

function withoutFields(input: Input, paths: readonly string[], titleMark: string | null): Input {
  const names = new Set(paths.map((path) => path.split(".")[0] ?? path));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
  if (titleMark === null || !names.has("title")) return rest;
  const title = String(input.title ?? "")
    .replace(/ \(\d\)$/, "")
    .slice(0, 250);
  return { ...rest, title: `${title} ${titleMark}` };
}
