import { expect, test } from "vitest";
import { defineKind, describeForm } from "#app/domain/content/kind.ts";
import {
  choice,
  entries,
  flag,
  group,
  image,
  line,
  list,
  richText,
  tags,
  text,
} from "#app/lib/fields/fields.ts";
import { readFields, type SentPairs, withoutBlankRows } from "./read-form.ts";

const boat = defineKind({
  name: "boat",
  plural: "boats",
  path: "/boats",
  hasPage: true,
  inMenu: false,
  sidebarPosition: 10,
  pageSize: 9,
  label: { one: "Boat", many: "Boats" },
  dashboard: { list: "lb", add: "ab", edit: "eb" },
  order: "position",
  fields: {
    body: richText("Text"),
    crew: list("Crew", { name: line("Name"), isPilot: flag("Pilot") }, { max: 9 }),
    talk: group("Talk", { quote: text("Quote", { max: 50, hint: "Short" }) }),
    sisters: entries("Sisters", "boat"),
    words: tags("Words"),
    size: choice("Size", ["small", "large"]),
    isAfloat: flag("Afloat"),
    bow: image("Bow"),
  },
});
const { fields } = describeForm(boat);
const read = (...pairs: SentPairs) => readFields(fields, pairs);

test("converts submitted names to field values for the kind's schema", () => {
  const values = read(
    ["title", "Ferry"],
    ["summary", ""],
    ["cover", ""],
    ["seo.title", "S"],
    ["body.json", '{"type":"doc","content":[{"type":"paragraph"}]}'],
    ["talk.quote", "Slow"],
    ["sisters", "boat-0001"],
    ["sisters", ""],
    ["sisters", "boat-0002"],
    ["size", "large"],
    ["isAfloat", "on"],
    ["bow", "picture-1"],
  );
  expect(values).toEqual({
    title: "Ferry",
    summary: "",
    cover: null,
    seo: { title: "S" },
    body: { type: "doc", content: [{ type: "paragraph" }] },
    talk: { quote: "Slow" },
    crew: [],
    sisters: ["boat-0001", "boat-0002"],
    words: [],
    size: "large",
    isAfloat: true,
    bow: "picture-1",
  });
  expect(boat.schema.safeParse(values).error).toBeUndefined();
});

test("keeps rows in document order and drops empty ones", () => {
  const sent = read(
    ["crew.7.name", "Rahima"],
    ["crew.2.name", "Karim"],
    ["crew.2.isPilot", "on"],
    ["crew.30.name", ""],
    ["crew.name", "none"],
    ["crew.x.name", "none"],
  );
  expect(sent.crew).toHaveLength(3);
  expect(withoutBlankRows(fields, sent).crew).toEqual([
    { name: "Rahima", isPilot: false },
    { name: "Karim", isPilot: true },
  ]);
});

test("Markdown of a form without JavaScript overrides the editor's document", () => {
  expect(read(["body", "## Hi"]).body).toEqual({ markdown: "## Hi" });
  expect(read(["body", "## Hi"], ["body.json", "{}"]).body).toEqual({ markdown: "## Hi" });
  expect(read(["body.json", "{broken"]).body).toBe("{broken");
});

test("leaves a text that was not submitted unchanged", () => {
  const values = read(["title", "Ferry"]);
  expect(values).toStrictEqual({
    title: "Ferry",
    seo: {},
    talk: {},
    crew: [],
    sisters: [],
    words: [],
    isAfloat: false,
  });
});

test("splits a tag line at commas, but not separately chosen tags", () => {
  const { words } = read(["words", "Dhaka, old town"], ["words.typed", "tea, jute , ,tea"], ["words", "tea"]);
  expect(words).toEqual(["Dhaka, old town", "tea", "jute"]);
});

test("describes a form as plain data in two columns", () => {
  const form = describeForm(boat);
  expect(JSON.parse(JSON.stringify(form))).toEqual(form);
  expect(form.fields.talk).toMatchObject({
    control: "group",
    label: "Talk",
    column: "page",
    item: { quote: { control: "text", label: "Quote", hint: "Short", max: 50 } },
  });
  expect(
    Object.entries(form.fields).flatMap(([name, { column }]) => (column === "side" ? name : [])),
  ).toEqual(["cover", "words", "size", "isAfloat", "bow", "seo"]);
});
