import { createHash } from "node:crypto";
import { settingsSchema } from "#app/domain/company/settings-schema.ts";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { isReachable, slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import type { FieldInput, FieldItem, InputOf } from "#app/lib/fields/inputs.ts";
import { anyDoc } from "#app/lib/rich-text/schema/rich-text.arbitrary.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import fc from "#tests/support/generated.ts";

/** For tests: content of a site, with many texts that YAML, file names and addresses could misread. */
export interface AnySite {
  settings: unknown;
  categories: string[];
  entries: AnyEntry[];
}

export interface AnyEntry {
  /** Name of its kind. */
  kind: string;
  data: Record<string, unknown>;
  /** A later version. */
  later: Record<string, unknown>;
  life: Life;
}

export type Life = (typeof lives)[number];

export const lives = [
  "draft",
  "scheduled",
  "published",
  "ending",
  "changed",
  "renamed",
  "renaming",
  "waiting",
  "archived",
  "archived again",
  "unscheduled",
  "trashed",
] as const satisfies string[];

/** Generates sites with placeholders that the test replaces with ids: `picture:0`, `category:1`, `entry:0`. */
export function anySite(): fc.Arbitrary<AnySite> {
  const titles = fc.uniqueArray(anyTitle, {
    minLength: 6,
    maxLength: 12,
    selector: (title) => slugKey(toSlug(title)),
  });
  const entry = (title: string, later: string) =>
    fc.constantFrom(...kinds).chain((kind) =>
      fc
        .record({
          data: anyData(kind),
          later: anyData(kind),
          life: fc.constantFrom(...lives),
          renames: fc.boolean(),
          isCustom: fc.boolean(),
          staysCustom: fc.boolean(),
        })
        .map(({ data, later: newer, life, renames, isCustom, staysCustom }) => ({
          kind: kind.name,
          life,
          data: { ...data, ...customAddress(kind, isCustom, title), title },
          later: {
            ...newer,
            ...customAddress(kind, staysCustom, later),
            title: renames || life.startsWith("renam") ? later : title,
          },
        })),
    );
  const entries = titles.chain((all) => {
    const half = Math.floor(all.length / 2);
    return fc.tuple(...all.slice(0, half).map((title, at) => entry(title, all[half + at] ?? `${title} 2`)));
  });
  return fc.record({
    settings: anySettings(),
    categories: fc.uniqueArray(anyLine(80), {
      minLength: 2,
      maxLength: 3,
      selector: (name) => slugKey(toSlug(name)),
    }),
    entries,
  });
}

/** A unique address, derived from the unique title. */
function customAddress(kind: Kind, isCustom: boolean, title: string): { customSlug?: string } {
  if (!("customSlug" in kind.fields)) return {};
  const key = createHash("sha256").update(title).digest("hex").slice(0, 12);
  return { customSlug: isCustom ? `Own-${key}` : "" };
}

const oddities = [
  "yes",
  "null",
  "~",
  "1.0",
  "0x1f",
  "2026-01-01",
  "- a",
  "? b",
  ": c",
  "# d",
  "a: b",
  "a #b",
  "'q'",
  '"q"',
  "@x",
  "`y`",
  "%z",
  "&a",
  "*a",
  "!t",
  "|",
  ">",
  "---",
  "...",
  "{a}",
  "[b]",
  "বাংলা হরফে ওয়েবসাইট",
  "50% off? / #1",
  "%2F",
  "Café",
  "Cafe\u0301",
  "CON",
  "a/b\\c",
  "x\u00a0y",
  "a\u2028b",
  "👩‍💻",
  "x".repeat(300),
];

const anyWord = fc.oneof(
  fc.constantFrom(...oddities),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
);

function anyText(max: number, lines: boolean): fc.Arbitrary<string> {
  const schema = plainText({ max, lines });
  return fc
    .array(anyWord, { maxLength: 4 })
    .map((words) => schema.safeParse(words.join(lines ? "\n " : " ")))
    .filter((result) => result.success)
    .map((result) => result.data ?? "");
}

const anyLine = (max: number) =>
  anyText(max, false).filter((text) => text !== "" && isReachable(toSlug(text)));
const anyTitle = anyLine(300);
const anyDay = fc
  .date({ min: new Date("1900-01-02"), max: new Date("2199-01-01"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const anyUrl = fc.constantFrom("", "https://a.example/%E0?b=c#d", "http://b.example/x:y");

function anyData(kind: Kind): fc.Arbitrary<Record<string, unknown>> {
  return (
    fc
      .record(Object.fromEntries(fieldsOfKind(kind).map(([name, { input }]) => [name, anyValue(input)])))
      // The import would create a record for an author's name.
      .map((data) => ({ ...data, title: "any", ...(kind === blog ? { author: "" } : {}) }))
      .map((data) => ({
        ...data,
        summary: String(Reflect.get(data, "summary")).slice(0, 400).toWellFormed(),
      }))
  );
}

/** Fields with other controls stay empty. */
function anyValue(input: FieldInput): fc.Arbitrary<unknown> {
  switch (input.control) {
    case "line":
      return anyText(24, false);
    case "text":
      return anyText(500, true);
    case "richText":
      return anyDoc();
    case "icon":
      return fc.constantFrom("", "globe", "pen-tool");
    case "image":
      return fc.constantFrom(null, "picture:0", "picture:1");
    case "images":
      return fc.array(fc.constantFrom("picture:0", "picture:1"), { maxLength: 3 });
    case "input":
      return anyInput(input.attributes);
    case "checkbox":
      return fc.boolean();
    case "tags":
      return fc.uniqueArray(anyLine(60), { maxLength: 3 });
    case "select":
      return fc.constantFrom(...input.options);
    case "list":
      return fc.array(anyParts(input.item), { maxLength: 2 });
    case "group":
      return anyParts(input.item);
    case "entry":
      return fc.constantFrom(null, "entry:0", "entry:1");
    case "entries":
      return fc.uniqueArray(fc.constantFrom("entry:0", "entry:1"), { maxLength: 2 });
    case "categories":
      return fc.uniqueArray(fc.constantFrom("category:0", "category:1"), { maxLength: 2 });
    default:
      return fc.constant(undefined);
  }
}

function anyInput({ type, inputMode }: InputOf<"input">["attributes"]): fc.Arbitrary<unknown> {
  if (type === "date") return fc.oneof(fc.constant(""), anyDay);
  if (type === "time") return fc.constantFrom("", "00:00", "16:30");
  return inputMode === "url" ? anyUrl : fc.constant(undefined);
}

function anyParts(item: FieldItem): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(Object.entries(item).map(([name, input]) => [name, anyValue(input)])));
}

function anySettings(): fc.Arbitrary<unknown> {
  return fc
    .record({
      name: anyText(80, false),
      text: anyText(300, true),
      story: anyDoc(),
      splash: fc.boolean(),
      graceDays: fc.integer({ min: 0, max: 90 }),
    })
    .map(({ name, text, story, splash, graceDays }) =>
      settingsSchema.parse({
        company: { name },
        offices: [{ city: "Bhola", address: text, latitude: 22.69, longitude: null }],
        about: { story, values: [{ title: name, text }], team: [{ name, picture: "picture-0" }] },
        site: { splash },
        accounts: { secondStepGraceDays: graceDays },
      }),
    );
}
