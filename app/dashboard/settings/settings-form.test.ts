import { expect, test } from "vitest";
import {
  type DraftRecord,
  draftOf,
  fieldsOfSection,
  findSection,
  type SettingsSection,
  sections,
  withDraft,
} from "#app/domain/company/sections.ts";
import {
  emptySettings,
  type Settings,
  settingFields,
  settingsSchema,
} from "#app/domain/company/settings-schema.ts";
import { changeOrder, changePlace } from "#app/lib/fields/controls/parts/sortable-rows.tsx";
import { describeFields, type Fields } from "#app/lib/fields/field.ts";
import type { DescribedField, FieldItem } from "#app/lib/fields/inputs.ts";
import { isGroup } from "#app/lib/fields/types/records.ts";
import { readSettingsDraft } from "./section-form.tsx";

function sectionOf(name: string): SettingsSection {
  const section = findSection(name);
  if (!section) throw new Error(`There is no section ${name}`);
  return section;
}

/** Names and values as a browser submits them. */
function toSubmitted(fields: FieldItem, values: DraftRecord, above = ""): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, described] of Object.entries(fields)) {
    const [path, value] = [above + name, values[name]];
    if (value !== undefined) Object.assign(sent, sendOne(described, value, path));
  }
  return sent;
}

function sendOne(input: DescribedField, value: unknown, path: string): Record<string, string> {
  if (input.control === "group") return toSubmitted(input.item, Object(value), `${path}.`);
  if (input.control === "list")
    return Object.assign(
      {},
      ...[value].flat().map((row, at) => toSubmitted(input.item, Object(row), `${path}.${at}.`)),
    );
  if (Array.isArray(value)) return Object.fromEntries(value.map((one, at) => [`${path}.${at}`, String(one)]));
  if (input.control !== "checkbox") return { [path]: String(value ?? "").replaceAll("\n", "\r\n") };
  return value ? { [path]: "on" } : {};
}

const formOf = (section: SettingsSection) => describeFields(fieldsOfSection(section));

const filled: Settings = settingsSchema.parse({
  company: { name: "কল্পনা", foundedYear: 2020, social: { x: "https://x.example" }, timeZone: "Asia/Dhaka" },
  footerServices: ["Web", "Apps"],
  offices: [
    { picture: "picture-1", city: "Dhaka", address: "House 14\nRoad 7", latitude: 23.7437 },
    { city: "Chattogram" },
  ],
  home: {
    headline: "Hello",
    order: ["work", "cta"],
    process: { steps: [{ title: "Sit" }, { title: "Draw" }] },
  },
  legal: {
    terms: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Be fair." }] }] },
  },
  site: { splash: false },
});

test("every setting belongs to exactly one section, in order", () => {
  const listPaths = (fields: Fields, above: string): string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      isGroup(field) ? listPaths(field.fields, `${above}${name}.`) : [`${above}${name}`],
    );
  const inSections = sections.flatMap((section) => listPaths(fieldsOfSection(section), ""));
  expect(inSections.toSorted()).toEqual(listPaths(settingFields, "").toSorted());
});

test.each(sections)("$name: submitted values equal the displayed ones", (section) => {
  for (const settings of [emptySettings, filled]) {
    const fields = formOf(section);
    const draft = draftOf(section, settings);
    const back = readSettingsDraft(fields, toSubmitted(fields, draft));
    expect(settingsSchema.parse(withDraft(section, settings, back))).toEqual(settings);
  }
});

test("a section's form changes only its own settings", () => {
  const sent = {
    "company.name": "Kolpona",
    "company.foundedYear": "2021",
    "home.headline": "Mine",
    "accounts.x": "1",
  };
  const section = sectionOf("company");
  const next = settingsSchema.parse(
    withDraft(section, filled, readSettingsDraft(formOf(section), { ...submittedDraft(section), ...sent })),
  );
  expect(next).toEqual({ ...filled, company: { ...filled.company, name: "Kolpona", foundedYear: 2021 } });
});

function submittedDraft(section: SettingsSection) {
  return toSubmitted(formOf(section), draftOf(section, filled));
}

test("rows are moved and removed, and ordered names hidden and shown", () => {
  const steps = ["Sit", "Draw"];
  expect(changePlace(steps, 1, "up")).toEqual(["Draw", "Sit"]);
  expect(changePlace(steps, 1, "down")).toEqual(steps);
  expect(changePlace(steps, 0, "remove")).toEqual(["Draw"]);
  expect(changePlace(steps, 9, "remove")).toEqual(steps);
  const order = ["work", "cta"];
  expect(changeOrder(order, "cta", "up")).toEqual(["cta", "work"]);
  expect(changeOrder(order, "work", "hide")).toEqual(["cta"]);
  expect(changeOrder(order, "posts", "show")).toEqual(["work", "cta", "posts"]);
  expect(changeOrder(order, "nothing", "up")).toEqual(order);
});

test("blank rows are dropped", () => {
  const section = sectionOf("home");
  const draft = draftOf(section, filled);
  const blank = {
    "home.process.steps.7.when": "",
    "home.process.steps.7.title": "",
    "home.process.steps.7.text": "",
  };
  expect(readSettingsDraft(formOf(section), { ...toSubmitted(formOf(section), draft), ...blank })).toEqual(
    draft,
  );
});

test("Z3 unknown and malicious names are ignored", () => {
  const fields = formOf(sectionOf("offices"));
  const sent = {
    "offices.__proto__.city": "x",
    "offices.0.city": "Dhaka",
    "offices.0.role": "admin",
    "offices.1e3.city": "y",
  };
  const draft = readSettingsDraft(fields, sent);
  expect(JSON.stringify(draft)).not.toMatch(/admin|"x"|"y"/);
  expect(Object.getPrototypeOf(draft)).toBe(Object.prototype);
});
