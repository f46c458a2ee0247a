import { z } from "zod";
import { settingFields, settingsSchema } from "#app/domain/company/settings-schema.ts";
import { findKind, kinds, taxonomies } from "#app/domain/content/kinds.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { importRecord } from "#app/lib/fields/types/records.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { BundlePart, ImportBundle } from "#app/ops/transfer/bundle/bundle.ts";
import {
  type Checking,
  nameKey,
  noNames,
  type Plan,
  type PlannedEntry,
  type PlannedFile,
  type PlannedNames,
  type PlannedRedirect,
  type SiteContents,
} from "#app/ops/transfer/bundle/plan.ts";
import {
  collectIssues,
  hintAt,
  isRecord,
  openProblemCollector,
  type ProblemCollector,
  wholeFile,
  withoutBlanks,
} from "#app/ops/transfer/bundle/problems.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import { fileNameAt } from "../bundle/file-links.ts";
import { type Note, readBodyMarkdown } from "../bundle/front-matter.ts";
import type { OwnLedger } from "../ledger/own-ledger.ts";
import { checkTrash } from "../records/trash.ts";
import { checkVersions } from "../records/versions.ts";
import { checkEntry } from "./check-entry.ts";

const pictureBytes = 40_000_000;

/** Checks the whole import and notes every problem. */
export async function makePlan(
  bundle: ImportBundle,
  site: SiteContents,
  collector: ProblemCollector,
  ledger: OwnLedger | null,
): Promise<Plan & { names: PlannedNames }> {
  const categories = checkCategories(bundle, { names: noNames, collector });
  const known = await expectedNames(bundle, categories, site);
  const names = ledger?.traceNames(known) ?? known;
  const checking: Checking = ledger
    ? { names, collector, compareEntry: ledger.compareEntry }
    : { names, collector };
  const entries: PlannedEntry[] = [];
  for await (const entry of withBreaks(bundle.entries)) {
    const planned = checkEntry(entry, checking);
    if (planned) entries.push(planned);
  }
  const trash = await checkTrash(bundle, checking);
  return {
    names,
    settings: checkSettings(bundle, checking),
    categories,
    pictures: checkPictures(bundle, checking),
    documents: checkDocuments(bundle, checking),
    entries,
    redirects: checkRedirects(bundle, checking),
    records: null,
    trash,
    versions: await checkVersions(bundle, entries, trash?.count ?? 0, checking),
    pictureBytes,
  };
}

/** Notes duplicate addresses, and without `replace` addresses that exist on the site. */
export function checkAddresses(
  entries: readonly PlannedEntry[],
  site: SiteContents,
  options: { replace: boolean },
  collector: ProblemCollector,
): void {
  const first = new Map<string, PlannedEntry>();
  for (const entry of entries) {
    const key = nameKey(entry.kind.name, entry.title);
    const other = first.get(key);
    if (other)
      collector.note(
        entry.place,
        ["title"],
        `${other.place.file} has the same title, so both would have one address`,
      );
    else if (site.entries.has(key) && !options.replace)
      collector.noteClash(
        entry.place,
        ["title"],
        `The site already has an entry with this address: ${nameOf(entry)}`,
      );
    else first.set(key, entry);
  }
}

/** Title, shortened so that the kind after it stays readable. */
function nameOf({ kind, title }: PlannedEntry): string {
  return `“${shorten(title, 100)}” (${kind.label.one.toLowerCase()})`;
}

/** Placeholder ids for all names of the import, because no entry is stored yet. */
async function expectedNames(
  bundle: ImportBundle,
  categories: Plan["categories"],
  site: SiteContents,
): Promise<PlannedNames> {
  const known = new Set([...site.entries.keys(), ...site.categories.keys()]);
  for (const { taxonomy, name } of categories) known.add(nameKey(taxonomy, name));
  const ignored = openProblemCollector();
  for await (const { kind, read } of withBreaks(bundle.entries)) {
    const fields = read(ignored)?.sheet.fields.value;
    const title = isRecord(fields) ? fields.title : null;
    if (typeof title === "string") known.add(nameKey(kind.name, title));
  }
  const files = new Set([
    ...bundle.pictureNames.map((name) => `pictures/${name}`),
    ...bundle.documentNames.map((name) => `documents/${name}`),
  ]);
  const ids = new Map<string, string>();
  const idOf = (key: string, isKnown: boolean) => {
    if (!isKnown) return null;
    const id = ids.get(key) ?? `expected-${ids.size}`;
    ids.set(key, id);
    return id;
  };
  const named = (group: string, name: string) => idOf(nameKey(group, name), known.has(nameKey(group, name)));
  const file = (name: string) => idOf(`/${name}`, files.has(name));
  return { picture: (name) => file(`pictures/${name}`), file, category: named, entry: named };
}

const categorySchema = z.strictObject({
  name: plainText({ max: 80 }).pipe(z.string().min(1, "A category needs a name")),
  summary: plainText({ max: 500, lines: true }).default(""),
});

const categoriesSchema = z.strictObject(
  Object.fromEntries(taxonomies.map(({ name }) => [name, z.array(categorySchema).default([])])),
);

function checkCategories({ categories: piece }: ImportBundle, { collector }: Checking): Plan["categories"] {
  if (!piece) return [];
  const result = read(piece, categoriesSchema, collector);
  const seen = new Set<string>();
  return taxonomies.flatMap(({ name: taxonomy }) =>
    (result?.[taxonomy] ?? []).map((category, at) => {
      const key = `${taxonomy} ${slugKey(toSlug(category.name))}`;
      if (seen.has(key)) collector.note(piece.place, [taxonomy, at, "name"], "This category is listed twice");
      seen.add(key);
      return { taxonomy, ...category };
    }),
  );
}

const share = z.number().min(0, "Write a number from 0 to 1").max(1, "Write a number from 0 to 1");

const tags = z
  .array(plainText({ max: 60 }).pipe(z.string().min(1, "A tag needs a name")))
  .max(50)
  .default([]);

const deletedAt = z.iso.datetime("Write a time such as 2026-03-01T10:00:00.000Z").nullable().default(null);

const documentSchema = z.strictObject({ file: z.string(), tags, deletedAt });

const pictureSchema = z.strictObject({
  file: z.string(),
  tags,
  deletedAt,
  alt: plainText({ max: 1000 }),
  focal: z.tuple([share, share], "Write two numbers from 0 to 1, such as [0.5, 0.4]").default([0.5, 0.5]),
});

/** Every picture with its description. Notes pictures without a description, and descriptions without a file. */
function checkPictures(bundle: ImportBundle, { collector }: Checking): PlannedFile[] {
  const { pictures: piece, pictureNames } = bundle;
  const described = new Map<string, PlannedFile>();
  const there = new Set(pictureNames);
  for (const { item, at } of piece ? readItems(piece, pictureSchema, collector) : []) {
    const { file } = item;
    const note = (message: string) => piece && collector.note(piece.place, [at, "file"], message);
    if (described.has(file)) note(`“${file}” is listed twice`);
    else if (!there.has(file)) note(`There is no picture “${file}”.${hintAt(file, pictureNames)}`);
    const place = wholeFile(`pictures/${file}`);
    const read = () => bundle.readPicture(file);
    described.set(file, { key: `pictures/${file}`, name: file, ...item, place, read });
  }
  const items: unknown[] = Array.isArray(piece?.value) ? piece.value : [];
  const named = new Set(items.map((item) => (isRecord(item) ? item.file : null)));
  for (const name of pictureNames.filter((one) => !named.has(one)))
    collector.note(
      wholeFile(`pictures/${name}`),
      [],
      "Describe this picture in pictures.yaml (file and alt)",
    );
  return [...described.values()];
}

/** Every PDF of the import; its file name is its name in the library. */
function checkDocuments(bundle: ImportBundle, { collector }: Checking): PlannedFile[] {
  const described = new Map<string, Pick<PlannedFile, "tags" | "deletedAt">>();
  const there = new Set(bundle.documentNames);
  const { documents: piece } = bundle;
  for (const { item, at } of piece ? readItems(piece, documentSchema, collector) : []) {
    if (piece && !there.has(item.file))
      collector.note(
        piece.place,
        [at, "file"],
        `There is no document “${item.file}”.${hintAt(item.file, there)}`,
      );
    described.set(item.file, item);
  }
  return bundle.documentNames.flatMap((name): PlannedFile[] => {
    const place = wholeFile(`documents/${name}`);
    if (!/\.pdf$/i.test(name)) {
      collector.note(place, [], "Only PDFs belong here; pictures go into pictures/");
      return [];
    }
    const read = () => bundle.readDocument(name);
    return [
      {
        key: `documents/${name}`,
        name,
        alt: "",
        focal: [0.5, 0.5],
        tags: described.get(name)?.tags ?? [],
        deletedAt: described.get(name)?.deletedAt ?? null,
        place,
        read,
      },
    ];
  });
}

const redirectSchema = z.strictObject({
  from: z
    .string()
    .regex(/^\/\S*$/, "Write an address of the former site that starts with /")
    .max(2000),
  to: z
    .string()
    .max(2000)
    .regex(
      /^(\/(?![/\\])\S*|https:\/\/[^\s\\@]+)$/,
      "Write an address of this site that starts with /, or of another one that starts with https://",
    )
    .optional(),
  kind: z.enum(kinds.map(({ name }) => name)).optional(),
  title: plainText({ max: 300 }).optional(),
  site: z
    .string()
    .regex(/^\S+$/, "Write the host of the former site, such as a.example")
    .max(2000)
    .optional(),
});

function checkRedirects(
  { redirects: piece }: ImportBundle,
  { names, collector }: Checking,
): PlannedRedirect[] {
  const redirects: PlannedRedirect[] = [];
  for (const { item, at } of piece ? readItems(piece, redirectSchema, collector) : []) {
    const { from, to, kind: name, title, site = null } = item;
    const place = { file: piece?.place.file ?? "", lineOf: () => piece?.place.lineOf([at]) ?? null };
    const kind = name === undefined ? undefined : findKind(name);
    const file = fileNameAt(to ?? "");
    if (file !== null && names.file(file) === null)
      collector.note(place, [at, "to"], `There is no file “${file}” for this address to lead to`);
    else if (file !== null && !kind) redirects.push({ from, to: { file }, site, place });
    else if (to !== undefined && !kind)
      redirects.push({ from, to: to.startsWith("/") ? { path: to } : { url: to }, site, place });
    else if (to === undefined && kind && title !== undefined && names.entry(kind.name, title) !== null)
      redirects.push({ from, to: { kind, title }, site, place });
    else
      collector.note(place, [at], "Enter either to, an address, or the kind and title of an existing entry");
  }
  return redirects;
}

/** The valid items of a list; notes the problems of the others. */
function readItems<Schema extends z.ZodType>(
  { value, place }: BundlePart,
  schema: Schema,
  collector: Checking["collector"],
): { item: z.infer<Schema>; at: number }[] {
  if (!Array.isArray(value)) collector.note(place, [], "Write a list here");
  return (Array.isArray(value) ? value : []).flatMap((one: unknown, at) => {
    const item = read({ value: one, place }, schema, collector, [at]);
    return item === null ? [] : [{ item, at }];
  });
}

function read<Schema extends z.ZodType>(
  { value, place }: BundlePart,
  schema: Schema,
  collector: Checking["collector"],
  base: readonly PropertyKey[] = [],
): z.infer<Schema> | null {
  const result = schema.safeParse(withoutBlanks(value));
  if (result.success) return result.data;
  collectIssues(collector, place, schema, result.error.issues, base);
  return null;
}

function checkSettings({ settings: piece }: ImportBundle, { names, collector }: Checking): Plan["settings"] {
  if (!piece) return null;
  const note: Note = (path, message, line) => collector.note(piece.place, path, message, line);
  const result = settingsSchema.safeParse(settingsOf(piece, names, note));
  if (!result.success) collectIssues(collector, piece.place, settingsSchema, result.error.issues);
  return (real) => settingsSchema.parse(settingsOf(piece, real, () => {}));
}

/** Settings from a file as they were written: names of pictures become ids, Markdown becomes rich text. */
function settingsOf(piece: BundlePart, names: PlannedNames, note: Note): unknown {
  const line = (path: readonly PropertyKey[], below: number) => {
    const start = piece.place.lineOf(path);
    return start === null ? null : start + below;
  };
  return importRecord(settingFields, withoutBlanks(piece.value), [], {
    ...names,
    note,
    richText: (markdown, path) => readBodyMarkdown(markdown, path, { names, note, line }),
  });
}
