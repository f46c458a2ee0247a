import { findUser } from "#app/accounts/users.ts";
import type { StaffEntry } from "#app/content/entry.ts";
import { describeForm, type Kind } from "#app/content/kind.ts";
import { checkBeforePublish, type Finding } from "#app/content/publishing/check-and-publish.ts";
import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import type { State } from "#app/database/tables/content.ts";
import { pairsOf, readFields, withoutBlankRows } from "#app/fields/read-form.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { momentOf } from "#app/text/moments.ts";

/** What was sent of the entry itself. */
export function inputOf(kind: Kind, form: FormData): Record<string, unknown> {
  const { fields } = describeForm(kind);
  return withoutBlankRows(fields, readFields(fields, pairsOf(form)));
}

/** The version its writer saw. */
export function basedOnOf(form: FormData): number {
  const version = Number(form.get("basedOn"));
  if (!Number.isSafeInteger(version) || version < 1) throw new DomainError("invalid", notWhole);
  return version;
}

/** The text that lost a conflict, where the form was merged with another; undefined where it was not. */
export function replacedIn(form: FormData): unknown {
  const sent = form.get("replaced");
  if (typeof sent !== "string" || sent === "") return undefined;
  try {
    return JSON.parse(sent);
  } catch {
    throw new DomainError("invalid", notWhole);
  }
}

/** What stands for a draft that is not there yet. */
export function keyOf(form: FormData): string {
  const key = String(form.get("key") ?? "");
  if (!/^[\w-]{8,64}$/.test(key)) throw new DomainError("invalid", notWhole);
  return key;
}

const notWhole = "This form is incomplete. Reload the page; what you typed is kept here.";

/** A moment of the schedule as typed into the site's time zone; null when none was. */
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

/** Where an entry stands, for the screen that edits it; plain data for the browser. */
export interface EntryHead {
  id: string;
  title: string;
  /** Public path of what is public now, or will be. */
  path: string;
  state: State;
  /** The newest, which the next save is based on. */
  version: number;
  liveVersion: number | null;
  /** When it first became public. */
  publishedAt: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
  deletedAt: string | null;
  /** Who saved the newest version, and when. */
  savedBy: string;
  savedAt: string;
  isMine: boolean;
  /** Whether the newest version is one that nobody has asked to keep. */
  isAutosave: boolean;
  /** What stands against publishing it. */
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
