import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { findUser } from "#app/domain/accounts/users.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import { describeForm, type Kind } from "#app/domain/content/kind.ts";
import { checkBeforePublish, type Finding } from "#app/domain/content/publishing/check-and-publish.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { pairsOf, readFields, withoutBlankRows } from "#app/lib/fields/read-form.ts";
import { momentOf } from "#app/lib/text/moments.ts";
import type { State } from "#app/platform/database/tables/content.ts";

/** Fields of the entry in a submitted form. */
export function inputOf(kind: Kind, form: FormData): Record<string, unknown> {
  const { fields } = describeForm(kind);
  return withoutBlankRows(fields, readFields(fields, pairsOf(form)));
}

/** Version that the form was based on. */
export function basedOnOf(form: FormData): number {
  const version = Number(form.get("basedOn"));
  if (!Number.isSafeInteger(version) || version < 1) throw new DomainError("invalid", incomplete);
  return version;
}

/** Text that lost a conflict, in a form that merged two texts; undefined without one. */
export function replacedIn(form: FormData): unknown {
  const sent = form.get("replaced");
  if (typeof sent !== "string" || sent === "") return undefined;
  try {
    return JSON.parse(sent);
  } catch {
    throw new DomainError("invalid", incomplete);
  }
}

/** Identifies a draft that is not stored yet. */
export function keyOf(form: FormData): string {
  const key = String(form.get("key") ?? "");
  if (!/^[\w-]{8,64}$/.test(key)) throw new DomainError("invalid", incomplete);
  return key;
}

const incomplete = "This form is incomplete. Reload the page; what you typed is kept here.";

/** Time typed in the site's time zone, as ISO 8601; null when empty. */
export function momentIn(
  { text }: FormInput,
  name: "publishAt" | "unpublishAt",
  timeZone: string,
): string | null {
  const typed = text(name);
  if (typed === "") return null;
  const moment = momentOf(typed, timeZone);
  if (moment === null)
    throw new DomainError("invalid", "Please check these fields.", {
      fields: { [name]: "Enter a date and time" },
    });
  return moment;
}

/** State of an entry for its editing screen, as plain data for the browser. */
export interface EntryHead {
  id: string;
  title: string;
  /** Current or future public path. */
  path: string;
  state: State;
  /** Newest version, the base of the next save. */
  version: number;
  liveVersion: number | null;
  /** Time of the first publication. */
  publishedAt: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
  deletedAt: string | null;
  /** Author and time of the newest version. */
  savedBy: string;
  savedAt: string;
  isMine: boolean;
  /** Whether the newest version was saved automatically. */
  isAutosave: boolean;
  /** Problems found by the check before publishing. */
  findings: Finding[];
}

export async function readEntryHead(
  { db, person, publicUrl }: Pick<Staff, "db" | "person" | "publicUrl">,
  kind: Kind,
  entry: StaffEntry,
): Promise<EntryHead> {
  const { id, title, path, state, version, liveVersion, publishedAt, publishAt, unpublishAt, deletedAt } =
    entry;
  return {
    id,
    title,
    path,
    state,
    version,
    liveVersion,
    publishedAt,
    publishAt,
    unpublishAt,
    deletedAt,
    savedBy: (await findUser(db, entry.versionBy ?? ""))?.name ?? "Somebody",
    savedAt: entry.versionAt,
    isMine: entry.versionBy === person.id,
    isAutosave: entry.isAutosave,
    findings: await checkBeforePublish(db, kind, entry.data, { publicUrl }),
  };
}

type Input = Record<string, unknown>;

export interface PartialSave<Saved> {
  saved: Saved;
  /** Error that names the skipped fields; null when all fields were saved. */
  refusal: DomainError | null;
}

/** Leaving out one refused field can reveal another problem. */
const maxTries = 4;

/**
 * Saves all fields except refused ones; a new entry gets a numbered title when its own is refused. Throws
 * when the refusal concerns no field, or when skipping fields does not help.
 */
export async function saveValidFields<Saved>(
  input: Input,
  isNew: boolean,
  save: (input: Input) => Promise<Saved>,
): Promise<PartialSave<Saved>> {
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
      if (!isFieldsFault || tries === maxTries) throw first ?? error;
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
