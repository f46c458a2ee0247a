import { expect, test } from "vitest";
import { trashFile } from "#app/domain/files/library/change-file.ts";
import { findUses } from "#app/domain/files/library/where-used.ts";
import { write } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { aFileStore } from "#tests/support/files.ts";
import { aDocument, aRow } from "#tests/support/library.ts";
import { type DraftRecord, draftOf, findSection, restoreSection, saveSection } from "./sections.ts";
import { findOutdated, readSettings, readSettingsNow, saveSettings } from "./settings.ts";
import { emptySettings } from "./settings-schema.ts";

const now = new Date("2026-03-01T10:00:00Z");
const by = (id: string) => ({ actor: { id, requestId: "r-1" }, now });

async function openCompany(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const { db } = open;
  await write(db, (tx) =>
    saveSettings(tx, { company: { name: "Kolpona", phone: "+880 1700-000141" } }, by("sample")),
  );
  const section = (name: string) => {
    const found = findSection(name);
    if (!found) throw new Error(name);
    return found;
  };
  const draft = async (name: string) => draftOf(section(name), await readSettings(db));
  const save = (name: string, changed: DraftRecord, basedOn: number, savedBy = "nadia") =>
    write(db, (tx) => saveSection(tx, section(name), changed, { ...by(savedBy), basedOn }));
  return { open, db, section, draft, save };
}

test.each(engines)(
  "%s: D6 saves different sections together and reports conflicts in one",
  async (engine) => {
    const { open, db, draft, save } = await openCompany(engine);
    await using _ = open;
    const [company, footer] = [await draft("company"), await draft("footer")];
    expect(await save("company", { ...company, "company.name": "Ours" }, 1)).toEqual({ before: 1, after: 2 });
    expect(await save("footer", { ...footer, footerServices: "Web\nApps" }, 1, "rahim")).toEqual({
      before: 2,
      after: 3,
    });
    const mine = { ...company, "company.name": "Mine", "company.phone": "+880 1700-000142" };
    await expect(save("company", mine, 1, "rahim")).rejects.toMatchObject({
      code: "stale",
      detail: {
        version: 3,
        base: { "company.name": "Kolpona" },
        mine: { "company.name": "Mine", "company.phone": "+880 1700-000142" },
        theirs: { "company.name": "Ours", "company.phone": "+880 1700-000141" },
        savedBy: "rahim",
      },
    });
    expect((await readSettings(db)).company).toMatchObject({ name: "Ours", phone: "+880 1700-000141" });
    await save("company", mine, 3, "rahim");
    expect(await readSettings(db)).toMatchObject({
      company: { name: "Mine" },
      footerServices: ["Web", "Apps"],
    });
  },
);

test.each(engines)("%s: restores a section without changing others", async (engine) => {
  const { open, db, section, draft, save } = await openCompany(engine);
  await using _ = open;
  await save("company", { ...(await draft("company")), "company.name": "Wrong" }, 1);
  await save("footer", { footerServices: "Web" }, 2);
  await write(db, (tx) => restoreSection(tx, section("company"), 1, { ...by("nadia"), basedOn: 3 }));
  expect(await readSettings(db)).toMatchObject({ company: { name: "Kolpona" }, footerServices: ["Web"] });
  const restore = (number: number) =>
    write(db, (tx) => restoreSection(tx, section("company"), number, { ...by("nadia"), basedOn: 4 }));
  await expect(restore(77)).rejects.toMatchObject({ code: "missing" });
  await restore(0);
  expect((await readSettings(db)).company).toEqual(emptySettings.company);
});

test.each(engines)("%s: S5 records a save with its section, unless nothing changed", async (engine) => {
  const { open, db, draft, save } = await openCompany(engine);
  await using _ = open;
  expect(await save("company", await draft("company"), 1)).toEqual({ before: 1, after: 1 });
  await save("legal", { legal: { terms: "Be **fair**.", privacy: "" } }, 1);
  const rows = await db.query
    .selectFrom("audit")
    .select(["actor", "action", "detail"])
    .where("actor", "=", "nadia")
    .execute();
  expect(rows).toEqual([{ actor: "nadia", action: "settings.save", detail: "legal" }]);
  expect((await readSettingsNow(db)).version).toBe(2);
});

test.each(engines)("%s: reports each invalid field and saves nothing", async (engine) => {
  const { open, db, draft, save } = await openCompany(engine);
  await using _ = open;
  const company = await draft("company");
  const wrong: [string, DraftRecord, string][] = [
    ["company", { ...company, "company.foundedYear": "soon" }, "company.foundedYear"],
    ["company", { ...company, "company.foundedYear": "12" }, "company.foundedYear"],
    ["company", { ...company, "company.name": "x".repeat(81) }, "company.name"],
    [
      "links",
      { ...(await draft("links")), "company.social": { facebook: "javascript:alert(1)" } },
      "company.social.facebook",
    ],
    ["site", { ...(await draft("site")), "company.timeZone": "Mars/Base" }, "company.timeZone"],
    ["offices", { offices: [{ latitude: "91" }] }, "offices.0.latitude"],
    ["footer", { footerServices: "1\n2\n3\n4\n5\n6" }, "footerServices"],
    ["accounts", { accounts: { secondStepGraceDays: "-1" } }, "accounts.secondStepGraceDays"],
    ["accounts", { accounts: { editorIdleMinutes: "14" } }, "accounts.editorIdleMinutes"],
    ["accounts", { accounts: { editorIdleMinutes: "481" } }, "accounts.editorIdleMinutes"],
    ["accounts", { accounts: { adminIdleMinutes: "31" } }, "accounts.adminIdleMinutes"],
  ];
  for (const [name, changed, field] of wrong)
    await expect(save(name, changed, 1), field).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    });
  expect((await readSettingsNow(db)).version).toBe(1);
});

test.each(engines)("%s: ignores invalid settings of a former version", async (engine) => {
  const { open, db } = await openCompany(engine);
  await using _ = open;
  const data = {
    company: { name: "Kolpona", timeZone: "Mars/Base", gone: 1 },
    footerServices: ["Web"],
    old: true,
  };
  await db.query
    .updateTable("settings")
    .set({ data: JSON.stringify(data) })
    .execute();
  expect((await readSettingsNow(db)).settings).toMatchObject({
    company: { name: "Kolpona", timeZone: "" },
    footerServices: ["Web"],
  });
});

test.each(engines)("%s: reports an outdated phone and still saves other settings", async (engine) => {
  const { open, db, draft, save } = await openCompany(engine);
  await using _ = open;
  const former = { company: { name: "Kolpona", phone: "123 / 124" } };
  await db.query
    .updateTable("settings")
    .set({ data: JSON.stringify(former) })
    .execute();
  await save("footer", { ...(await draft("footer")), footerServices: "Web" }, 1);
  const company = await draft("company");
  await save("company", { ...company, "company.name": "Ours" }, 2);
  expect((await readSettingsNow(db)).settings).toMatchObject({
    company: { name: "Ours", phone: "123 / 124" },
    footerServices: ["Web"],
  });
  expect(Object.keys(await findOutdated(db))).toEqual(["company.phone"]);
  await expect(save("company", { ...company, "company.phone": "12" }, 3)).rejects.toMatchObject({
    fields: { "company.phone": expect.any(String) },
  });
  await save("company", { ...company, "company.phone": "+880 1700-000142" }, 3);
  expect(await findOutdated(db)).toEqual({});
});

test.each(engines)("%s: stores library pictures in a list and rejects missing ones", async (engine) => {
  const { open, db, draft, save } = await openCompany(engine);
  await using _ = open;
  const portrait = await aRow(db);
  const about = await draft("about");
  const team = (picture: string) => ({
    about: { ...Object(about.about), team: [{ name: "Nodi", role: "", picture }] },
  });
  await save("about", team(portrait), 1);
  expect((await readSettings(db)).about.team).toEqual([{ name: "Nodi", role: "", picture: portrait }]);
  expect(await findUses(db, portrait)).toEqual([{ where: "settings", field: "about.team" }]);
  await expect(write(db, (tx) => trashFile(tx, portrait, by("nadia")))).rejects.toMatchObject({
    code: "in-use",
  });
  const pdf = await aDocument(db, aFileStore());
  await expect(save("about", team(pdf), 2)).rejects.toMatchObject({
    fields: { "about.team.0.picture": "This is a PDF; choose a picture" },
  });
  await expect(save("about", team("gone-file-id"), 2)).rejects.toMatchObject({
    fields: { "about.team.0.picture": "Points to a picture that does not exist" },
  });
});
