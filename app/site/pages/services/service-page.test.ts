import { expect, test } from "vitest";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { findPublished, listPublished } from "#app/domain/content/published/entries.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { aRow } from "#tests/support/library.ts";
import { findServicePictures, readServicePage } from "./service-page.ts";

test.each(engines)("%s: a service without a cover shows its first case study", async (engine) => {
  await using site = await openTestSite(engine);
  const { db } = site.context;
  const [own, first, second] = [await aRow(db), await aRow(db), await aRow(db)];
  const bare = await site.publish(portfolio, { title: "Without pictures" });
  const shop = await site.publish(portfolio, { title: "Shop", cover: first, gallery: [first, second] });
  const web = await site.publish(service, { title: "Web", work: [bare, shop] });
  await site.publish(service, { title: "Design", cover: own, work: [shop] });
  await site.publish(service, { title: "Advice" });

  const { cards } = await listPublished(db, service, { limit: 9 });
  const pictures = await findServicePictures(db, cards);
  expect([...pictures].map(([id, picture]) => [id, picture.id])).toEqual([[web, first]]);

  const readCover = async (slug: string) => {
    const found = await findPublished(db, service, slug);
    if (!found || !("entry" in found)) throw new Error(`There is no ${slug}`);
    return (await readServicePage(site.context, found.entry)).cover?.id;
  };
  // The tile of the case study has the first one.
  expect(await readCover("Web")).toBe(second);
  expect(await readCover("Design")).toBe(own);
  expect(await readCover("Advice")).toBeUndefined();
});
