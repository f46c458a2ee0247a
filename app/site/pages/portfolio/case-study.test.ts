import { expect, test } from "vitest";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readCaseStudy } from "./case-study.ts";

type Site = Awaited<ReturnType<typeof openTestSite>>;

async function read(site: Site, slug: string) {
  const found = await findPublished(site.context.db, portfolio, slug);
  if (!found || !("entry" in found)) throw new Error(`There is no ${slug}`);
  return readCaseStudy(site.context, found.entry);
}

const paragraph = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

test.each(engines)("%s: a case study shows its chapters, client and services", async (engine) => {
  await using site = await openTestSite(engine);
  const mill = await site.publish(client, {
    title: "Padma Mills",
    testimonial: { quote: "It fits.", name: "Manager", role: "Padma Mills" },
  });
  const work = await site.publish(portfolio, {
    title: "Silo",
    client: mill,
    challenge: paragraph("Nobody knew."),
    result: paragraph("Now they do."),
    numbers: [
      { value: "96", label: "lorries a day" },
      { value: "", label: "nothing counted" },
    ],
    finishedOn: "2025-03-20",
  });
  await site.publish(service, { title: "Software", work: [work] });

  const page = await read(site, "Silo");
  expect(page.chapters.map(({ name, html }) => [name, html])).toEqual([
    ["challenge", "<p>Nobody knew.</p>"],
    ["result", "<p>Now they do.</p>"],
  ]);
  expect(page.numbers).toEqual([{ value: "96", label: "lorries a day" }]);
  expect(page.client).toMatchObject({ name: "Padma Mills", path: "/clients#Padma-Mills" });
  expect(page.services).toEqual([{ title: "Software", path: "/services/Software" }]);
  expect(page.finished).toBe("March 2025");
  expect(page.next).toBeNull();
});

test.each(engines)("%s: an entry with only a title has an empty page", async (engine) => {
  await using site = await openTestSite(engine);
  const gone = await site.draft(client, { title: "Not public" });
  await site.publish(portfolio, { title: "Only a title", client: gone });
  const page = await read(site, "Only-a-title");
  expect(page).toMatchObject({
    chapters: [],
    numbers: [],
    gallery: [],
    client: null,
    finished: "",
    next: null,
  });
});

test.each(engines)("%s: the last case study links to the first", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(portfolio, { title: "Older", finishedOn: "2024-01-01" });
  await site.publish(portfolio, { title: "Newer", finishedOn: "2025-01-01" });
  expect((await read(site, "Newer")).next).toMatchObject({ title: "Older" });
  expect((await read(site, "Older")).next).toMatchObject({ title: "Newer" });
});
