import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { company, noon } from "../mail.fixture.ts";
import { mailContentSchema } from "./mail-content.ts";
import { renderSample, sampleTemplates } from "./samples.ts";

test("every template has a sample", async () => {
  await using open = await openTestDatabase("sqlite");
  const known = mailContentSchema.options.map(({ shape }) => shape.template.value);
  expect([...sampleTemplates, "newsletter"].toSorted()).toEqual(known.toSorted());
  for (const template of sampleTemplates) {
    const { subject, html, text } = await renderSample(open.db, company.url, template, noon);
    expect(subject).not.toBe("");
    expect(`${html}${text}`).not.toMatch(/undefined|\[object|NaN/);
  }
});
