import { expect, test } from "vitest";
import { saveSettings } from "#app/domain/company/settings.ts";
import { emptySettings } from "#app/domain/company/settings-schema.ts";
import type { Block, RichText } from "#app/lib/rich-text/schema/document.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { readLegal } from "./read-legal.ts";

test.each([
  [
    "its first whole sentences that fit",
    aText(
      "Who we are",
      "These are our terms. They are written to be read.",
      `A ${"very ".repeat(40)}long one.`,
    ),
    "These are our terms. They are written to be read.",
  ],
  ["its whole text if no sentence fits", aText("", "word ".repeat(60).trim()), "word ".repeat(60).trim()],
  ["a text in Bangla", aText("শর্ত", "এটি আমাদের শর্ত। এটি পড়ার জন্য লেখা।"), "এটি আমাদের শর্ত। এটি পড়ার জন্য লেখা।"],
])("describes a legal page with %s", async (_, terms, description) => {
  await using site = await openTestSite("sqlite");
  const actionContext = { actor: { id: "tester", requestId: "" }, now: site.context.clock.now() };
  await write(site.context.db, (tx) =>
    saveSettings(tx, { ...emptySettings, legal: { terms } }, actionContext),
  );
  expect((await readLegal(site.context, "terms")).description).toBe(description);
});

function aText(heading: string, ...paragraphs: string[]): RichText {
  const text = (words: string) => (words === "" ? [] : [{ type: "text" as const, text: words }]);
  const content: Block[] = [
    { type: "heading", attrs: { level: 2 }, content: text(heading) },
    ...paragraphs.map((words) => ({ type: "paragraph" as const, content: text(words) })),
  ];
  return { type: "doc", content };
}
