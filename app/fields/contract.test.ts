import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { controlOf } from "./controls/controls.ts";
import { compareData } from "./differences/compare-data.ts";
import {
  type ApiShapes,
  describeFields,
  type ExportNames,
  type Field,
  type ImportNames,
  recordSchema,
} from "./field.ts";
import {
  categories,
  choice,
  date,
  decimal,
  email,
  emails,
  entries,
  entry,
  flag,
  group,
  icon,
  image,
  images,
  line,
  lines,
  linkTarget,
  list,
  markdownText,
  openingHours,
  order,
  phoneNumber,
  richText,
  staff,
  tags,
  text,
  ticks,
  time,
  timeZone,
  url,
} from "./fields.ts";
import { readFields } from "./read-form.ts";
import { readMarkdownField } from "./types/rich-text.ts";

const id = "0d9f3c1e-6a1b-4c3d-8e2f-1a2b3c4d5e6f";
const doc: RichText = {
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: "It rains." }] }],
};

/** A field of each type, a value it may have, and how a form sends that value. */
const cases: { field: Field; value: unknown; sent: [string, string][] }[] = [
  { field: line("A"), value: "Rain", sent: [["a", "Rain"]] },
  { field: text("A"), value: "Rain\nand sun", sent: [["a", "Rain\nand sun"]] },
  { field: url("A"), value: "https://a.example/", sent: [["a", "https://a.example/"]] },
  { field: icon("A"), value: "globe", sent: [["a", "globe"]] },
  { field: date("A"), value: "2026-02-28", sent: [["a", "2026-02-28"]] },
  { field: time("A"), value: "16:30", sent: [["a", "16:30"]] },
  { field: flag("A"), value: true, sent: [["a", "on"]] },
  { field: choice("A", ["news", "event"]), value: "event", sent: [["a", "event"]] },
  {
    field: tags("A"),
    value: ["rain", "sun"],
    sent: [
      ["a", "rain"],
      ["a.typed", "sun"],
    ],
  },
  { field: image("A"), value: id, sent: [["a", id]] },
  { field: images("A"), value: [id], sent: [["a", id]] },
  { field: entry("A", "client"), value: id, sent: [["a", id]] },
  { field: entries("A", "client"), value: [id], sent: [["a", id]] },
  { field: categories("A", "blog"), value: [id], sent: [["a", id]] },
  { field: richText("A"), value: doc, sent: [["a.json", JSON.stringify(doc)]] },
  { field: email("A"), value: "a@b.example", sent: [["a", "a@b.example"]] },
  { field: phoneNumber("A"), value: "+880 1700-000142", sent: [["a", "+880 1700-000142"]] },
  { field: linkTarget("A"), value: "/contact", sent: [["a", "/contact"]] },
  { field: decimal("A", { min: 0, max: 9 }), value: 2.5, sent: [["a", "2,5"]] },
  { field: lines("A", { max: 3 }), value: ["Rain", "Sun"], sent: [["a", "Rain\nSun"]] },
  {
    field: order("A", { rain: "Rain", sun: "Sun" }),
    value: ["sun"],
    sent: [["a.0", "sun"]],
  },
  { field: timeZone("A"), value: "Asia/Dhaka", sent: [["a", "Asia/Dhaka"]] },
  {
    field: ticks("A", { rain: "Rain", sun: "Sun", snow: "Snow" }),
    value: ["rain", "snow"],
    sent: [
      ["a", "rain"],
      ["a", "snow"],
    ],
  },
  { field: staff("A"), value: [id], sent: [["a", id]] },
  {
    field: emails("A", { max: 3 }),
    value: ["a@b.example", "c@d.example"],
    sent: [["a", "a@b.example,\n c@D.example"]],
  },
  {
    field: openingHours("A"),
    value: { days: [1, 5], from: "09:00", to: "17:30" },
    sent: [
      ["a.isOn", "on"],
      ["a.days", "1"],
      ["a.days", "5"],
      ["a.from", "09:00"],
      ["a.to", "17:30"],
    ],
  },
  { field: markdownText("A"), value: doc, sent: [["a", "It rains."]] },
  { field: group("A", { b: line("B") }), value: { b: "Rain" }, sent: [["a.b", "Rain"]] },
  { field: list("A", { b: line("B") }), value: [{ b: "Rain" }], sent: [["a.7.b", "Rain"]] },
];

const shapes: ApiShapes = {
  picture: z.string(),
  entry: z.string(),
  category: z.string(),
  richText: z.unknown(),
  document: z.unknown(),
  markdown: z.unknown(),
};

const exportNames: ExportNames = {
  picture: (of) => `p ${of}`,
  entry: (of) => `e ${of}`,
  category: (of) => `c ${of}`,
  markdown: (value) => toMarkdown(value as RichText, { picture: (of) => of }), // what the case holds
};

const importNames: ImportNames = {
  picture: (name) => name.slice(2),
  entry: (_, title) => title.slice(2),
  category: (_, name) => name.slice(2),
  richText: (markdown) => readMarkdownField("a", { markdown }),
  note: (_, message) => expect.fail(message),
};

test("each type has a control, a maker and a case here", () => {
  const files = globSync("*.ts", { cwd: join(import.meta.dirname, "types") });
  const types = files.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, "types", file), "utf8");
    return [...source.matchAll(/^ {2}type: "(\w+)";$/gm)].map(([, type = ""]) => type);
  });
  expect(types.length).toBeGreaterThan(15);
  expect(cases.map(({ field }) => field.input.type).toSorted()).toEqual(types.toSorted());
  for (const type of types) expect(controlOf({ type })).toBeDefined();
});

const named = cases.map((one) => ({ ...one, type: one.field.input.type }));

test.each(named)("$type: what it begins with may be stored, and says nothing", ({ field }) => {
  expect(recordSchema({ a: field }).parse({})).toEqual({ a: field.empty });
  expect(field.parts(field.empty).filter((part) => part.is !== "richText" && part.is !== "address")).toEqual(
    [],
  );
  expect(field.exportValue(field.empty, exportNames)).toSatisfy(
    (written) => written === undefined || written === field.empty,
  );
});

test.each(named)("$type: a form is described as plain data and read back", ({ field, value, sent }) => {
  const described = describeFields({ a: field });
  expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  const read = readFields(described, sent);
  const complete = field.complete(undefined, read.a, "a");
  expect(recordSchema({ a: field }).parse({ a: complete })).toEqual({ a: value });
});

test.each(named)("$type: what is exported is imported as the same value", ({ field, value }) => {
  const written: unknown = JSON.parse(JSON.stringify(field.exportValue(value, exportNames)));
  expect(field.schema.parse(field.importValue(written, ["a"], importNames))).toEqual(value);
});

test.each(named)("$type: a value differs from nothing, and not from itself", ({ field, value }) => {
  const form = describeFields({ a: field });
  expect(compareData(form, { a: value }, { a: value }, {})).toEqual([]);
  const [difference] = compareData(form, {}, { a: value }, { [id]: "The picture" });
  expect(difference?.label).toBe("A");
  expect(difference?.blocks.length).toBeGreaterThan(0);
});

test.each(named)(
  "$type: the API takes and gives its values in the shapes it describes",
  ({ field, value }) => {
    expect(field.draftSchema(shapes).safeParse(value).success).toBe(true);
    expect(field.sentSchema(shapes).safeParse(value).success).toBe(true);
    const answer = field.answerValue(value, {
      picture: (of) => of,
      entry: (_, of) => of,
      category: (of) => of,
      richText: (of) => of,
    });
    expect(field.answerSchema(shapes).safeParse(answer).success).toBe(true);
  },
);

const nonsense = [undefined, null, "", "x", 7, true, [], [null], [[]], {}, { type: "doc" }, { content: "x" }];

test.each(named)("$type: a value of any shape is taken apart without a fault", ({ field }) => {
  for (const value of nonsense) {
    expect(Array.isArray(field.parts(value))).toBe(true);
    expect(typeof field.fillsPage(value)).toBe("boolean");
    expect(controlOf(field.input).blocks(value, {}, field.input, () => [])).toBeInstanceOf(Array);
  }
});
