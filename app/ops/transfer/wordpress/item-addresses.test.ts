import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { openMove } from "./move.fixture.ts";

function itemXml(id: number, title: string, link: string): string {
  return `<item><title>${title}</title><link>${link}</link><content:encoded>Words</content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt><wp:post_name>n${id}</wp:post_name>
<wp:status>publish</wp:status><wp:post_parent>0</wp:post_parent><wp:post_type>page</wp:post_type></item>`;
}

async function moveIn(links: readonly (readonly [title: string, link: string])[]) {
  await using site = await openMove("sqlite");
  writeFileSync(
    site.path,
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${links
      .map(([title, link], at) => itemXml(at + 1, title, link))
      .join("")}</channel></rss>`,
  );
  const report = await site.move();
  return { report, places: await Promise.all(links.map(([, link]) => findRedirect(site.db, link))) };
}

test("redirects translations of one path with different queries to their entries", async () => {
  const { report, places } = await moveIn([
    ["Lamps", "https://old.example/lamps/"],
    ["Lampes", "https://old.example/lamps/?lang=fr"],
  ]);
  expect(places).toEqual(["/blog/Lamps", "/blog/Lampes"]);
  expect(report).not.toContain("unexplained");
});

test("reports an address that leads to another item", async () => {
  const { report } = await moveIn([
    ["Lamps", "https://old.example/blog/old-lamps/"],
    ["Lampes", "https://old.example/blog/old-lamps/?lang=fr"],
  ]);
  expect(report).toContain(
    "Page 2 “Lampes”: address /blog/old-lamps/?lang=fr. 2 items of the export have the same address here; it leads to /blog/Lamps.",
  );
});

test("reports an address with a query that this site uses itself", async () => {
  const { report } = await moveIn([
    ["Kontakt", "https://old.example/contact/?lang=de"],
    ["Accueil", "https://old.example/?lang=fr"],
  ]);
  expect(report).toContain("Address /contact/?lang=de: former address. This site has its own page there.");
  expect(report).toContain("Address /?lang=fr: former address. This site has its own page there.");
  expect(report).not.toContain("unexplained");
});

test("reports an address on a host that the export does not name", async () => {
  const { report } = await moveIn([
    ["Lamps", "https://old.example/lamps/"],
    ["Lampes", "https://fr.old.example/lampes/"],
  ]);
  expect(report).toContain(
    "Page 2 “Lampes”: address https://fr.old.example/lampes/. The export does not name this host; redirect it to /blog/Lampes there.",
  );
  expect(report).not.toContain("unexplained");
});
