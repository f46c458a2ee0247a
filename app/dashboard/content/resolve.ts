import type { Kind } from "#app/content/kind.ts";
import { readVersion } from "#app/content/versions/read-versions.ts";
import type { Database } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { FormInput } from "../parts/handle-action.ts";
import { type MergeSide, mergeChoices } from "./merge-choices.ts";

/** What the form of a conflict sent without scripts: the merged values, and the version they are based on knowingly. */
export async function readResolved(
  db: Database,
  kind: Kind,
  id: string,
  { text }: Pick<FormInput, "text">,
): Promise<{ values: Record<string, unknown>; basedOn: number }> {
  const basedOn = Number(text("basedOn"));
  const { data: theirs } = await readVersion(db, kind, id, basedOn);
  const chosen = Object.keys(kind.fields).flatMap((name) => {
    const side = text(`take.${name}`);
    return side === "mine" || side === "theirs" ? [[name, side satisfies MergeSide] as const] : [];
  });
  return { values: mergeChoices(parse(text("mine")), theirs, Object.fromEntries(chosen)), basedOn };
}

/** Judged by the kind's schema when it is saved, like anything else that is sent. */
function parse(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {}
  throw new DomainError("invalid", "What was sent is not whole. Go back and send it once more.");
}
