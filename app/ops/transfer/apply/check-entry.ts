import { z } from "zod";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { isReachable, toSlug } from "#app/domain/content/urls/slug.ts";
import { languageTag } from "#app/lib/text/language-tag.ts";
import type { BundleEntry, EntrySheets, FrontMatterDocument } from "#app/ops/transfer/bundle/bundle.ts";
import { dataOf, textField } from "#app/ops/transfer/bundle/front-matter.ts";
import {
  type Checking,
  factsOf,
  type PlannedEntry,
  type PlannedNames,
} from "#app/ops/transfer/bundle/plan.ts";
import {
  collectIssues,
  hintAt,
  type ImportLocation,
  isRecord,
  NotImportable,
  openProblemCollector,
  withoutBlanks,
} from "#app/ops/transfer/bundle/problems.ts";

/** Checks an entry against its kind and returns it as it will be stored. Notes every problem, and then returns null. */
export function checkEntry(entry: BundleEntry, checking: Checking): PlannedEntry | null {
  const { collector } = checking;
  const before = collector.problems.length;
  const sheets = entry.read(collector);
  if (sheets === null) return null;
  const { kind } = entry;
  const { sheet, draft } = sheets;
  const life = readMeta(sheet, metaSchema, checking);
  const checked = checkData(kind, sheet, metaSchema, checking);
  const newer = draft && checkDraft(kind, draft, checking);
  for (const [field, sentence] of life ? contradictionsOf(life) : [])
    collector.note(sheet.fields.place, [field], sentence);
  if (draft && life && life.state !== "published")
    collector.note(sheet.fields.place, ["state"], "Only a published entry can also have a draft");
  if (life === null || checked === null || collector.problems.length > before) return null;
  const { place } = sheet.fields;
  const { data, ...facts } = checked;
  const { draft: written, ...fields } = isRecord(sheets.written) ? sheets.written : { draft: null };
  const name = `${kind.label.one} “${facts.title}”`;
  checking.compareEntry?.({ name, kind, written: fields, data, life });
  if (isRecord(written))
    checking.compareEntry?.({
      name: `${name}, newest version`,
      kind,
      written,
      data: newer?.data ?? {},
      life: newer?.life ?? {},
    });
  return {
    kind,
    place,
    ...facts,
    ...life,
    data: (names) => ownData(kind, readAgain(entry).sheet, names, metaSchema),
    draft: newer && {
      place: newer.place,
      publishAt: newer.life.publishAt ?? null,
      data: (names) => {
        const again = readAgain(entry);
        return ownData(kind, again.draft ?? again.sheet, names, draftMetaSchema);
      },
    },
  };
}

/** Reads the checked sheets again; they are not held in memory. */
function readAgain(entry: BundleEntry): EntrySheets {
  const collector = openProblemCollector();
  const sheets = entry.read(collector);
  if (sheets === null) throw new NotImportable(collector.problems);
  return sheets;
}

function checkDraft(
  kind: Kind,
  draft: FrontMatterDocument,
  checking: Checking,
): {
  place: ImportLocation;
  life: DraftLife;
  data: Record<string, unknown> | undefined;
} {
  const { place } = draft.fields;
  const life: DraftLife = readMeta(draft, draftMetaSchema, checking) ?? {};
  const checked = checkData(kind, draft, draftMetaSchema, checking);
  if (life.state === "scheduled" && life.publishAt === null)
    checking.collector.note(place, ["publishAt"], "Enter the time of publication");
  return { place, life, data: checked?.data };
}

/** Checks the data of a version other than the public and the newest one, and notes every problem. */
export function checkVersion(
  name: string,
  kind: Kind,
  { sheet, written }: EntrySheets,
  checking: Checking,
): void {
  const checked = checkData(kind, sheet, noMetaSchema, checking);
  if (checked && isRecord(written))
    checking.compareEntry?.({ name, kind, written, data: checked.data, life: {} });
}

/** The data of a version, as `checkVersion` checked it. */
export function versionData(
  kind: Kind,
  sheet: FrontMatterDocument,
  names: PlannedNames,
): Record<string, unknown> {
  return ownData(kind, sheet, names, noMetaSchema);
}

const noMetaSchema = z.object({});

type MetaSchema = typeof metaSchema | typeof draftMetaSchema | typeof noMetaSchema;

function readMeta<Schema extends MetaSchema>(
  sheet: FrontMatterDocument,
  schema: Schema,
  { collector }: Checking,
): z.infer<Schema> | null {
  const result = schema.safeParse(withoutBlanks(sheet.fields.value));
  // The output of both schemas is their inferred type.
  if (result.success) return result.data as z.infer<Schema>;
  collectIssues(collector, sheet.fields.place, schema, result.error.issues);
  return null;
}

/** The checked data of a version with its title, day and author; null if it is invalid. */
function checkData(
  kind: Kind,
  sheet: FrontMatterDocument,
  life: MetaSchema,
  checking: Checking,
): (Pick<PlannedEntry, "title" | "day" | "authorName"> & { data: Record<string, unknown> }) | null {
  const { collector, names } = checking;
  const { place } = sheet.fields;
  const known = fieldsOfKind(kind).map(([name]) => name);
  checkKeys(kind, sheet, known, Object.keys(life.shape), checking);
  const data = dataOf(kind, sheet, names, (path, message, line) =>
    collector.note(place, path, message, line),
  );
  const own = Object.entries(data).filter(([name]) => known.includes(name));
  const result = kind.schema.safeParse({ title: "", ...Object.fromEntries(own) });
  if (!result.success) {
    collectIssues(collector, place, kind.schema, result.error.issues);
    return null;
  }
  const { title } = result.data;
  if (isReachable(toSlug(title))) return { title, data: result.data, ...factsOf(kind, result.data) };
  collector.note(place, ["title"], "This title can't be an address; add a word");
  return null;
}

function checkKeys(
  kind: Kind,
  sheet: FrontMatterDocument,
  known: string[],
  life: string[],
  { collector }: Checking,
): void {
  const { value, place } = sheet.fields;
  const hasText = known.includes(textField);
  const keys = [...known.filter((name) => name !== textField), ...life];
  if (!isRecord(value)) collector.note(place, [], "Write the fields as name: value");
  for (const name of isRecord(value) ? Object.keys(value) : []) {
    if (name === textField && hasText) collector.note(place, [name], "The text belongs below the fields");
    else if (!keys.includes(name)) collector.note(place, [name], `Unknown field.${hintAt(name, keys)}`);
  }
  if (!hasText && sheet.text.trim() !== "")
    collector.note(
      place,
      [],
      `A ${kind.label.one.toLowerCase()} has no text below its fields`,
      sheet.textLine(1),
    );
}

function ownData(
  kind: Kind,
  sheet: FrontMatterDocument,
  names: PlannedNames,
  life: MetaSchema,
): Record<string, unknown> {
  const data = Object.entries(dataOf(kind, sheet, names, () => {}));
  return Object.fromEntries(data.filter(([name]) => !Object.hasOwn(life.shape, name)));
}

const wanted = "Write a time such as 2026-03-01T10:00:00Z";

const moment = z.string(wanted).transform((text, context) => {
  const [, day = "", time = "T00:00", zone = "Z"] = momentPattern.exec(text) ?? [];
  const read = new Date(`${day}${time.replace(" ", "T")}${zone}`);
  if (!Number.isNaN(read.getTime())) return read.toISOString();
  context.addIssue({ code: "custom", message: wanted });
  return z.NEVER;
});

const momentPattern = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** Fields of an entry for its state, position and history. */
const metaSchema = z.object({
  state: z.enum(["draft", "scheduled", "published", "archived"]).default("published"),
  position: z.int().min(0).max(999_999_999).nullable().default(null),
  publishAt: moment.nullable().default(null),
  unpublishAt: moment.nullable().default(null),
  publishedAt: moment.nullable().default(null),
  createdAt: moment.nullable().default(null),
  updatedAt: moment.nullable().default(null),
  formerAddresses: z.array(z.string().min(1).max(300)).max(200).default([]),
  guid: z.string().min(1).max(1000).nullable().default(null),
  language: z
    .string()
    .max(100)
    .refine((tag) => languageTag(tag) === tag, "Write a language tag such as en or bn-BD")
    .nullable()
    .default(null),
  translationGroup: z.string().min(1).max(500).nullable().default(null),
});

/** Fields of the draft of a public entry. */
const draftMetaSchema = z.object({
  state: z.enum(["draft", "scheduled"]).default("draft"),
  publishAt: moment.nullable().default(null),
});

type Life = z.infer<typeof metaSchema>;

/** Empty if the fields are invalid. */
type DraftLife = Partial<z.infer<typeof draftMetaSchema>>;

/** Errors for fields that contradict each other: the field and a message. */
function contradictionsOf(life: Life): [field: string, sentence: string][] {
  const { state, publishAt, unpublishAt } = life;
  const isScheduled = state === "scheduled";
  return [
    ...when(isScheduled && publishAt === null, "publishAt", "Enter the time of publication"),
    ...when(
      !isScheduled && publishAt !== null,
      "publishAt",
      "Only an entry with “state: scheduled” can have this",
    ),
    ...when(
      publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt,
      "unpublishAt",
      "The end comes before the beginning",
    ),
    ...when(
      unpublishAt !== null && (state === "draft" || state === "archived"),
      "unpublishAt",
      "Only a published or scheduled entry can end",
    ),
  ];
}

function when(isSo: boolean, field: string, sentence: string): [string, string][] {
  return isSo ? [[field, sentence]] : [];
}
