import { expect, test } from "vitest";
import { readSettings, saveSettings } from "#app/domain/company/settings.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion } from "#tests/support/entries.ts";
import { findSampleContent, removeSample, restoreSample } from "./sample-content.ts";

const by = (id: string) => ({ actor: { id, requestId: "" }, now: new Date("2026-03-01T10:00:00Z") });

test.each(engines)(
  "%s: removes and restores unchanged sample content, keeps edited entries",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const make = (title: string, who: string) =>
      write(db, async (tx) => {
        const { id } = await createEntry(tx, blog, { title }, by(who));
        await publish(tx, blog, id, by(who));
        return id;
      });
    const [untouched, touched] = [await make("Untouched", "sample"), await make("Touched", "sample")];
    const own = await make("Own", "nadia");
    await write(db, (tx) => saveVersion(tx, blog, touched, 1, { title: "Touched by us" }, by("nadia")));
    const sample = { company: { name: "Kolpona", tagline: "Sample" }, footerServices: ["Web"] };
    await write(db, (tx) => saveSettings(tx, sample, by("sample")));
    const ours = { ...sample, company: { name: "Our company", tagline: "Sample" } };
    await write(db, (tx) => saveSettings(tx, ours, by("nadia")));
    expect(await findSampleContent(db)).toMatchObject({
      entries: [{ id: untouched, title: "Untouched" }],
      edited: 1,
      files: [],
      filesInUse: 0,
      hasSettings: true,
    });
    const { version } = await write(db, (tx) => removeSample(tx, by("nadia")));
    const shown = async () => {
      const rows = await db.query
        .selectFrom("entries")
        .select("id")
        .where("deleted_at", "is", null)
        .execute();
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await shown()).toEqual([touched, own].toSorted());
    expect(await readSettings(db)).toMatchObject({
      company: { name: "Our company", tagline: "" },
      footerServices: [],
    });
    expect(await findSampleContent(db)).toMatchObject({ entries: [], edited: 1, hasSettings: false });
    await write(db, (tx) => restoreSample(tx, by("nadia").now.toISOString(), version, by("nadia")));
    expect(await shown()).toEqual([untouched, touched, own].toSorted());
    expect(await readSettings(db)).toMatchObject(ours);
    const actions = await db.query
      .selectFrom("audit")
      .select("action")
      .where("action", "like", "sample.%")
      .execute();
    expect(actions.map(({ action }) => action).toSorted()).toEqual(["sample.bring-back", "sample.remove"]);
  },
);
