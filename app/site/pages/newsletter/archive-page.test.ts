import { expect, test } from "vitest";
import { saveSettings } from "#app/domain/company/settings.ts";
import { emptySettings } from "#app/domain/company/settings-schema.ts";
import { aBody, actionContext, aSending, markSent } from "#app/domain/newsletter/newsletter.fixture.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readArchive, readOpening } from "./archive-page.ts";

test.each(engines)("%s: the archive shows a sample until the first newsletter is sent", async (engine) => {
  await using site = await openTestSite(engine);
  const { db } = site.context;
  expect(await readArchive(site.context)).toMatchObject({ isSample: true, letter: null, earlier: [] });
  const sample = { subject: "How it looks", body: aBody("Good morning.") };
  const newsletter = { ...emptySettings.company.newsletter, sample };
  const company = { ...emptySettings.company, newsletter };
  await write(db, (tx) => saveSettings(tx, { ...emptySettings, company }, actionContext));
  expect(await readArchive(site.context)).toMatchObject({
    isSample: true,
    letter: { subject: "How it looks", html: "<p>Good morning.</p>", day: "" },
  });
  await markSent(db, await aSending(db, { readers: 1 }));
  expect(await readArchive(site.context)).toMatchObject({
    isSample: false,
    letter: { subject: "News from the loom", day: "2026-03-01" },
    earlier: [],
  });
});

test.each(engines)("%s: the form shows the start of the sample or latest newsletter", async (engine) => {
  await using site = await openTestSite(engine);
  const { db } = site.context;
  const opening = () => readOpening(site.context);
  expect(await opening()).toBeNull();
  const paragraphs = ["Good morning.", "A", "B", "C", "D", "E"].flatMap((text) => aBody(text).content);
  const body = {
    type: "doc" as const,
    content: [{ type: "paragraph" as const }, { type: "horizontalRule" as const }, ...paragraphs],
  };
  const newsletter = { ...emptySettings.company.newsletter, sample: { subject: "How it looks", body } };
  const company = { ...emptySettings.company, newsletter };
  await write(db, (tx) => saveSettings(tx, { ...emptySettings, company }, actionContext));
  const shown = await opening();
  expect(shown).toMatchObject({ isSample: true, subject: "How it looks", path: "/newsletter/archive" });
  expect(shown?.blocks.map(({ text }) => text)).toEqual(["Good morning.", "A", "B", "C", "D"]);
  await markSent(db, await aSending(db, { readers: 1 }));
  expect(await opening()).toMatchObject({
    isSample: false,
    subject: "News from the loom",
    path: expect.stringMatching(/^\/newsletter\/archive\/./),
  });
});
