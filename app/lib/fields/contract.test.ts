import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
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
import * as types from "./fields.ts";
import { readFields } from "./read-form.ts";
import { readMarkdownField } from "./types/rich-text.ts";

const id = "0d9f3c1e-6a1b-4c3d-8e2f-1a2b3c4d5e6f";
const doc: RichText = {
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: "It rains." }] }],
};

interface Case {
  field: Field;
  /** A valid value. */
  value: unknown;
  /** Name and text that a form submits for that value. */
  sent: [string, string][];
}

/** A field of each type. */
const cases: Record<Exclude<keyof typeof types, "inCard">, Case> = {
  categories: { field: types.categories("A", "blog"), value: [id], sent: [["a", id]] },
  choice: { field: types.choice("A", ["news", "event"]), value: "event", sent: [["a", "event"]] },
  date: { field: types.date("A"), value: "2026-02-28", sent: [["a", "2026-02-28"]] },
  clockRanges: {
    field: types.clockRanges("A"),
    value: "10:00–18:00",
    sent: [["a", "10 to 18"]],
  },
  decimal: { field: types.decimal("A", { min: 0, max: 9 }), value: 2.5, sent: [["a", "2,5"]] },
  email: { field: types.email("A"), value: "a@b.example", sent: [["a", "a@b.example"]] },
  emails: {
    field: types.emails("A", { max: 3 }),
    value: ["a@b.example", "c@d.example"],
    sent: [["a", "a@b.example,\n c@D.example"]],
  },
  entries: { field: types.entries("A", "client"), value: [id], sent: [["a", id]] },
  entry: { field: types.entry("A", "client"), value: id, sent: [["a", id]] },
  flag: { field: types.flag("A"), value: true, sent: [["a", "on"]] },
  group: { field: types.group("A", { b: types.line("B") }), value: { b: "Rain" }, sent: [["a.b", "Rain"]] },
  icon: { field: types.icon("A"), value: "globe", sent: [["a", "globe"]] },
  image: { field: types.image("A"), value: id, sent: [["a", id]] },
  images: { field: types.images("A"), value: [id], sent: [["a", id]] },
  slug: { field: types.slug("A"), value: "spring-offer", sent: [["a", "spring-offer"]] },
  line: { field: types.line("A"), value: "Rain", sent: [["a", "Rain"]] },
  lines: { field: types.lines("A", { max: 3 }), value: ["Rain", "Sun"], sent: [["a", "Rain\nSun"]] },
  linkTarget: { field: types.linkTarget("A"), value: "/contact", sent: [["a", "/contact"]] },
  list: { field: types.list("A", { b: types.line("B") }), value: [{ b: "Rain" }], sent: [["a.7.b", "Rain"]] },
  markdownText: { field: types.markdownText("A"), value: doc, sent: [["a", "It rains."]] },
  openingHours: {
    field: types.openingHours("A"),
    value: { days: [1, 5], from: "09:00", to: "17:30" },
    sent: [
      ["a.isOn", "on"],
      ["a.days", "1"],
      ["a.days", "5"],
      ["a.from", "09:00"],
      ["a.to", "17:30"],
    ],
  },
  order: { field: types.order("A", { rain: "Rain", sun: "Sun" }), value: ["sun"], sent: [["a.0", "sun"]] },
  phoneNumber: {
    field: types.phoneNumber("A"),
    value: "+880 1700-000142",
    sent: [["a", "+880 1700-000142"]],
  },
  richText: { field: types.richText("A"), value: doc, sent: [["a.json", JSON.stringify(doc)]] },
  staff: { field: types.staff("A"), value: [id], sent: [["a", id]] },
  tags: {
    field: types.tags("A"),
    value: ["rain", "sun"],
    sent: [
      ["a", "rain"],
      ["a.typed", "sun"],
    ],
  },
  text: { field: types.text("A"), value: "Rain\nand sun", sent: [["a", "Rain\nand sun"]] },
  ticks: {
    field: types.ticks("A", { rain: "Rain", sun: "Sun", snow: "Snow" }),
    value: ["rain", "snow"],
    sent: [
      ["a", "rain"],
      ["a", "snow"],
    ],
  },
  time: { field: types.time("A"), value: "16:30", sent: [["a", "16:30"]] },
  timeZone: { field: types.timeZone("A"), value: "Asia/Dhaka", sent: [["a", "Asia/Dhaka"]] },
  url: { field: types.url("A"), value: "https://a.example/", sent: [["a", "https://a.example/"]] },
  whole: { field: types.whole("A", 3, { min: 0, max: 9 }), value: 2, sent: [["a", "2"]] },
  wholeOrNone: { field: types.wholeOrNone("A", null, { min: 0, max: 9 }), value: 2, sent: [["a", "2"]] },
};

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
  markdown: (value) => toMarkdown(value as RichText, { picture: (of) => of }), // each case holds a RichText
};

const importNames: ImportNames = {
  picture: (name) => name.slice(2),
  entry: (_, title) => title.slice(2),
  category: (_, name) => name.slice(2),
  richText: (markdown) => readMarkdownField("a", { markdown }),
  note: (_, message) => expect.fail(message),
};

test("lists every file of types/ and has a case for each type", () => {
  const list = readFileSync(join(import.meta.dirname, "fields.ts"), "utf8");
  const files = globSync("types/*.ts", { cwd: import.meta.dirname });
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !list.includes(`"./${file}"`))).toEqual([]);
  const makers = Object.keys(types).filter((name) => name !== "inCard");
  expect(Object.keys(cases).toSorted()).toEqual(makers.toSorted());
});

const named = Object.entries(cases).map(([type, one]) => ({ type, ...one }));

test.each(named)("$type: the empty value is valid and has no parts", ({ field }) => {
  expect(recordSchema({ a: field }).parse({})).toEqual({ a: field.empty });
  expect(field.parts(field.empty).filter((part) => part.is !== "richText" && part.is !== "address")).toEqual(
    [],
  );
  expect(field.exportValue(field.empty, exportNames)).toSatisfy(
    (written) => written === undefined || written === field.empty,
  );
});

test.each(named)("$type: describes its form as plain data and reads it back", ({ field, value, sent }) => {
  const described = describeFields({ a: field });
  expect(JSON.parse(JSON.stringify(described))).toEqual(described);
  const read = readFields(described, sent);
  const complete = field.complete(undefined, read.a, "a");
  expect(recordSchema({ a: field }).parse({ a: complete })).toEqual({ a: value });
});

test.each(named)("$type: imports an exported value unchanged", ({ field, value }) => {
  const written: unknown = JSON.parse(JSON.stringify(field.exportValue(value, exportNames)));
  expect(field.schema.parse(field.importValue(written, ["a"], importNames))).toEqual(value);
});

test.each(named)("$type: a value differs from the empty one but not from itself", ({ field, value }) => {
  const form = describeFields({ a: field });
  expect(compareData(form, { a: value }, { a: value }, {})).toEqual([]);
  const [difference] = compareData(form, {}, { a: value }, { [id]: "The picture" });
  expect(difference?.label).toBe("A");
  expect(difference?.blocks.length).toBeGreaterThan(0);
});

test.each(named)("$type: API values match the described schemas", ({ field, value }) => {
  expect(field.draftSchema(shapes).safeParse(value).success).toBe(true);
  expect(field.sentSchema(shapes).safeParse(value).success).toBe(true);
  const answer = field.answerValue(value, {
    picture: (of) => of,
    entry: (_, of) => of,
    category: (of) => of,
    richText: (of) => of,
  });
  expect(field.answerSchema(shapes).safeParse(answer).success).toBe(true);
});

const nonsense = [undefined, null, "", "x", 7, true, [], [null], [[]], {}, { type: "doc" }, { content: "x" }];

test.each(named)("$type: splits a value of any shape into parts without an error", ({ field }) => {
  for (const value of nonsense) {
    expect(Array.isArray(field.parts(value))).toBe(true);
    expect(typeof field.fillsPage(value)).toBe("boolean");
    expect(controlOf(field.input).blocks(value, {}, field.input, () => [])).toBeInstanceOf(Array);
  }
});

const sets = {
  staff: { field: types.staff("A"), stored: ["b", "a"], other: ["a", "c"] },
  ticks: { field: types.ticks("A", { a: "A", b: "B", c: "C" }), stored: ["b", "a"], other: ["a", "c"] },
};

test.each(Object.entries(sets))(
  "%s: the same values in another order are no change",
  (_, { field, stored, other }) => {
    expect(field.complete(stored, stored.toReversed(), "a")).toEqual(stored);
    for (const sent of [other, ["a"], ["a", "a"], [], "a", null])
      expect(field.complete(stored, sent, "a")).toEqual(sent);
    expect(field.complete(["a", "a"], ["a", "b"], "a")).toEqual(["a", "b"]);
  },
);
