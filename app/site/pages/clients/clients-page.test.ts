import { expect, test } from "vitest";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readClientsPage } from "./clients-page.ts";

test.each(engines)("%s: a client leads to its newest public case study", async (engine) => {
  await using site = await openTestSite(engine);
  const mill = await site.publish(client, { title: "Padma Mills", industry: "Food" });
  await site.publish(client, { title: "Nobody Yet", industry: "Health" });
  await site.publish(portfolio, { title: "First silo", client: mill, finishedOn: "2024-01-01" });
  await site.publish(portfolio, { title: "Second silo", client: mill, finishedOn: "2025-01-01" });
  await site.draft(portfolio, { title: "Third silo", client: mill, finishedOn: "2026-01-01" });

  const { wall } = await readClientsPage(site.context, new URLSearchParams());
  expect(wall.cells.map(({ client: { name, study } }) => [name, study])).toEqual([
    ["Padma Mills", "/portfolio/Second-silo"],
    ["Nobody Yet", null],
  ]);
  expect([...site.context.requestContext.tags]).toContain("list:client");
});

test.each(engines)("%s: matches an industry in any case; an unknown one is empty", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(client, { title: "Padma Mills", industry: "Food" });
  await site.publish(client, { title: "Shapla Clinics", industry: "Health" });

  const food = await readClientsPage(site.context, new URLSearchParams({ industry: "fOOD" }));
  expect(food).toMatchObject({ industry: "Food", count: 1, path: "/clients?industry=Food" });
  expect(food.wall.cells).toHaveLength(1);
  const none = await readClientsPage(site.context, new URLSearchParams({ industry: "<Space> & rockets" }));
  expect(none).toMatchObject({ industry: "<Space> & rockets", count: 0, total: 2 });
  expect(none.wall.cells).toEqual([]);
  const broken = await readClientsPage(site.context, new URLSearchParams({ industry: "\0Fo\u0007od\n" }));
  expect(broken.industry).toBe("Food");
});
