import { expect, test } from "vitest";
import { changeSettingRows } from "./change-rows.ts";
import type { SettingFormField, SettingsDraft } from "./form-field.ts";
import { readSettingsDraft } from "./read-draft.ts";
import { draftOf, withDraft } from "./section-draft.ts";
import { fieldsOfSection, findSection, type SettingsSection, sections } from "./sections.ts";
import { emptySettings, type Settings, settingFields, settingsSchema } from "./settings-schema.ts";

function sectionOf(name: string): SettingsSection {
  const section = findSection(name);
  if (!section) throw new Error(`There is no section ${name}`);
  return section;
}

/** Names and values as a browser sends them. */
function asSent(
  fields: readonly SettingFormField[],
  values: Readonly<Record<string, SettingsDraft>>,
  above = "",
): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const { name, input } of fields) {
    const [path, value] = [above + name, values[name]];
    if (value === undefined) continue;
    if (input.type === "group") Object.assign(sent, asSent(input.fields, value as never, `${path}.`));
    else if (input.type === "list")
      for (const [at, row] of (value as []).entries())
        Object.assign(sent, asSent(input.fields, row, `${path}.${at}.`));
    else if (input.type === "order")
      for (const [at, one] of (value as []).entries()) sent[`${path}.${at}`] = one;
    else if (input.type !== "flag") sent[path] = String(value).replaceAll("\n", "\r\n");
    else if (value) sent[path] = "on";
  }
  return sent;
}

const filled: Settings = settingsSchema.parse({
  company: { name: "কল্পনা", foundedYear: 2020, social: { x: "https://x.example" }, timeZone: "Asia/Dhaka" },
  footerServices: ["Web", "Apps"],
  offices: [{ city: "Dhaka", address: "House 14\nRoad 7", latitude: 23.7437 }, { city: "Chattogram" }],
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

test("every setting is looked after in one section, and each section in its place", () => {
  const leaves = (fields: readonly SettingFormField[], above: string): string[] =>
    fields.flatMap(({ name, input }) =>
      input.type === "group" ? leaves(input.fields, `${above}${name}.`) : [`${above}${name}`],
    );
  const inSections = sections.flatMap((section) =>
    fieldsOfSection(section).flatMap((field) =>
      field.input.type === "group" ? leaves(field.input.fields, `${field.name}.`) : [field.name],
    ),
  );
  expect(inSections.toSorted()).toEqual(leaves(settingFields, "").toSorted());
});

test.each(sections)("$name: what a form shows comes back as it was", (section) => {
  for (const settings of [emptySettings, filled]) {
    const fields = fieldsOfSection(section);
    const draft = draftOf(section, settings);
    const back = readSettingsDraft(fields, asSent(fields, draft));
    expect(settingsSchema.parse(withDraft(section, settings, back))).toEqual(settings);
  }
});

test("a section's form changes its own settings and no others", () => {
  const sent = {
    "company.name": "Kolpona",
    "company.foundedYear": "2021",
    "home.headline": "Mine",
    "accounts.x": "1",
  };
  const section = sectionOf("company");
  const next = settingsSchema.parse(
    withDraft(
      section,
      filled,
      readSettingsDraft(fieldsOfSection(section), { ...draftAsSent(section), ...sent }),
    ),
  );
  expect(next).toEqual({ ...filled, company: { ...filled.company, name: "Kolpona", foundedYear: 2021 } });
});

function draftAsSent(section: SettingsSection) {
  return asSent(fieldsOfSection(section), draftOf(section, filled));
}

test("rows are added, moved and taken away; blank ones are not kept", () => {
  const section = sectionOf("home");
  const fields = fieldsOfSection(section);
  const titles = (wish: string) => {
    const changed = changeSettingRows(fields, draftOf(section, filled), wish);
    const home = (settingsSchema.parse(withDraft(section, filled, changed)) as Settings).home;
    return [home.process.steps.map(({ title }) => title), home.order];
  };
  const order = ["work", "cta"];
  expect(titles("home.process.steps.1:up")).toEqual([["Draw", "Sit"], order]);
  expect(titles("home.process.steps.1:down")).toEqual([["Sit", "Draw"], order]);
  expect(titles("home.process.steps.0:remove")).toEqual([["Draw"], order]);
  expect(titles("home.process.steps:add")[0]).toEqual(["Sit", "Draw", ""]);
  expect(titles("home.order.cta:up")[1]).toEqual(["cta", "work"]);
  expect(titles("home.order.work:hide")[1]).toEqual(["cta"]);
  expect(titles("home.order.posts:show")[1]).toEqual(["work", "cta", "posts"]);
  for (const nonsense of ["", ":", "home.order.nothing:up", "home.process.steps.9:remove", "__proto__:add"])
    expect(titles(nonsense)).toEqual([["Sit", "Draw"], order]);
  const added = changeSettingRows(fields, draftOf(section, filled), "home.process.steps:add");
  expect(readSettingsDraft(fields, asSent(fields, added))).toEqual(draftOf(section, filled));
});

test("Z3 names that are no settings are not taken, however they are written", () => {
  const fields = fieldsOfSection(sectionOf("offices"));
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
