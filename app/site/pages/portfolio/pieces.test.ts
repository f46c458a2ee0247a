import { expect, test } from "vitest";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readPortfolioPage } from "./pieces.ts";

test.each(engines)("%s: the portfolio is filtered by a category's address in any case", async (engine) => {
  await using site = await openTestSite(engine);
  const { db } = site.context;
  const design = await write(db, (tx) => createCategory(tx, "portfolio", { name: "UI/UX Design" }));
  await write(db, (tx) => createCategory(tx, "portfolio", { name: "Print" }));
  const mill = await site.publish(client, { title: "Padma Mills" });
  const drawn = { title: "Drawn", client: mill, categories: [design.id], finishedOn: "2025-03-20" };
  await site.publish(portfolio, drawn);
  await site.publish(portfolio, { title: "Other" });

  const page = await readPortfolioPage(site.context, new URLSearchParams({ category: "ui/ux-DESIGN" }));
  expect(page.pieces).toMatchObject([{ title: "Drawn", who: "Padma Mills, UI/UX Design, 2025" }]);
  expect(page).toMatchObject({ category: "UI/UX Design", count: 1, total: 2 });
  expect(page.path).toBe("/portfolio?category=UI%2FUX-Design");
  expect(page.filters.map(({ label, count, isCurrent }) => [label, count, isCurrent])).toEqual([
    ["All", 2, false],
    ["UI/UX Design", 1, true],
  ]);
});

test.each(engines)("%s: a list marks a paid price against the expected one", async (engine) => {
  await using site = await openTestSite(engine);
  const price = { expected: "৳840,000", ceiling: "৳1,060,000", paid: "৳900,000" };
  await site.publish(portfolio, { title: "Priced", price });
  await site.publish(portfolio, { title: "Silent", price: { ...price, paid: "" } });
  const { pieces } = await readPortfolioPage(site.context, new URLSearchParams());
  expect(new Map(pieces.map((piece) => [piece.title, piece.price]))).toEqual(
    new Map([
      ["Priced", { paid: "৳900,000", mark: "over", words: "over the expected price" }],
      ["Silent", null],
    ]),
  );
});

test.each(engines)("%s: an empty or unknown category shows an empty list", async (engine) => {
  await using site = await openTestSite(engine);
  await write(site.context.db, (tx) => createCategory(tx, "portfolio", { name: "Print" }));
  await site.publish(portfolio, { title: "Other" });

  const empty = await readPortfolioPage(site.context, new URLSearchParams({ category: "Print" }));
  expect(empty).toMatchObject({ pieces: [], category: "Print", asked: "", count: 0, total: 1 });
  expect(empty.filters.at(-1)).toMatchObject({ label: "Print", isCurrent: true });
  const unknown = await readPortfolioPage(site.context, new URLSearchParams({ category: "<b>" }));
  expect(unknown).toMatchObject({ pieces: [], category: "", asked: "<b>", count: 0, path: "/portfolio" });
  const broken = new URLSearchParams({ category: `\0${"x".repeat(500)}`, after: "\0", before: "%%" });
  expect((await readPortfolioPage(site.context, broken)).asked).toBe("x".repeat(200));
});

test.each(engines)("%s: pages of the portfolio link to each other with their filter", async (engine) => {
  await using site = await openTestSite(engine);
  const { id } = await write(site.context.db, (tx) => createCategory(tx, "portfolio", { name: "R & D" }));
  for (let n = 1; n <= 14; n++) await site.publish(portfolio, { title: `Work ${n}`, categories: [id] });

  const first = await readPortfolioPage(site.context, new URLSearchParams({ category: "R-&-D" }));
  expect(first.pieces).toHaveLength(12);
  expect(first.previous).toBeNull();
  const second = await readPortfolioPage(
    site.context,
    new URL(first.next ?? "", "http://a.example").searchParams,
  );
  expect(second.pieces).toHaveLength(2);
  expect(second.category).toBe("R & D");
  expect(second.next).toBeNull();
  const back = await readPortfolioPage(
    site.context,
    new URL(second.previous ?? "", "http://a.example").searchParams,
  );
  expect(back.pieces).toEqual(first.pieces);
});
