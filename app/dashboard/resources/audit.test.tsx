// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect } from "vitest";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { heading, inMain, inRow, readColumns, readTable } from "#tests/support/dashboard/reading.ts";
import { clearTables, createPublished } from "#tests/support/dashboard/records.ts";

test.beforeEach(({ dashboard }) => clearTables(dashboard, "audit"));

async function recordEarlier({ db, people }: Dashboard, day: string, action: "settings.save" | "mail.test") {
  const actor = { id: people.admin.id, requestId: "request-1" };
  await write(db, (tx) => recordAudit(tx, actor, action, "company"));
  const { id } = await db.query
    .selectFrom("audit")
    .select("id")
    .orderBy("at", "desc")
    .executeTakeFirstOrThrow();
  await db.query
    .updateTable("audit")
    .set({ at: `${day}T10:00:00.000Z` })
    .where("id", "=", id)
    .execute();
}

test("a new site has an empty log", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/home");
  await clearTables(dashboard, "audit");
  await page.goTo("/dashboard/audit");
  expect(heading()).toBe("Audit log");
  expect(inMain().getByRole("heading", { name: "No activity yet" })).toBeVisible();
});

test("rows show actor, action, subject, network, request and company time", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/home");
  await clearTables(dashboard, "audit");
  const id = await createPublished(dashboard, blog, { title: "Rain over the delta" });
  await page.goTo("/dashboard/audit");
  expect(readColumns()).toEqual(["Activity", "Time (UTC)", "Network", "Request"]);
  const rows = readTable();
  expect(rows.map(({ Activity }) => Activity)).toEqual([
    expect.stringMatching(/^Asha Rahman published “Rain over the delta”/),
    expect.stringMatching(/^Nadia Karim created “Rain over the delta”/),
  ]);
  expect(rows[0]?.Request).toBe("test");
  expect(rows[0]?.["Time (UTC)"]).toMatch(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
  const row = inRow("Asha Rahman published");
  expect(row.getByRole("link", { name: "Asha Rahman" })).toHaveAttribute(
    "href",
    `/dashboard/user/${dashboard.people.admin.id}`,
  );
  expect(row.getByRole("link", { name: "“Rain over the delta”" })).toHaveAttribute(
    "href",
    `/dashboard/updateblog/${id}`,
  );
});

test("names with markup are shown as text", async ({ dashboard }) => {
  await createPublished(dashboard, blog, { title: "<b>bold</b> & “quoted”" });
  await dashboard.visit("/dashboard/audit?action=blog.publish");
  expect(inMain().getByRole("link", { name: "“<b>bold</b> & “quoted””" })).toBeVisible();
});

test("person, activity and days narrow the list and stay in the address", async ({ dashboard }) => {
  await createPublished(dashboard, blog, { title: "Rain" });
  await recordEarlier(dashboard, "2026-02-10", "settings.save");
  await recordEarlier(dashboard, "2026-02-20", "mail.test");
  const page = await dashboard.visit("/dashboard/audit");
  await page.fill(inMain().getByRole("textbox", { name: "Person" }), "nadia@kolpona.example");
  await page.press(inMain().getByRole("button", { name: "Filter" }));
  expect(page.address()).toContain("who=nadia%40kolpona.example");
  expect(readTable().map(({ Activity }) => Activity?.startsWith("Nadia Karim"))).toEqual([true]);

  await page.press(inMain().getByRole("link", { name: "Clear filters" }));
  expect(page.address()).toBe("/dashboard/audit");
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Activity" }), "settings.save");
  await page.press(inMain().getByRole("button", { name: "Filter" }));
  expect(page.address()).toContain("action=settings.save");
  expect(readTable()).toHaveLength(1);
  expect(inMain().getByRole("combobox", { name: "Activity" })).toHaveValue("settings.save");

  await page.goTo("/dashboard/audit?from=2026-02-15&to=2026-02-20");
  expect(readTable().map((row) => row["Time (UTC)"])).toEqual(["20 Feb 2026, 10:00"]);
  expect(inMain().getByLabelText("From")).toHaveValue("2026-02-15");
  expect(inMain().getByLabelText("To")).toHaveValue("2026-02-20");
});

test("a link opens the history of one entry", async ({ dashboard }) => {
  const id = await createPublished(dashboard, blog, { title: "Monsoon" });
  await createPublished(dashboard, blog, { title: "Wind" });
  const page = await dashboard.visit("/dashboard/audit?action=blog.publish");
  await page.press(inRow("Monsoon").getByRole("link", { name: "Show only “Monsoon”" }));
  expect(page.address()).toBe(`/dashboard/audit?about=${id}`);
  expect(readTable()).toHaveLength(2);
  expect(readTable().every(({ Activity }) => Activity?.includes("Monsoon"))).toBe(true);
});

test("empty filters and shared names explain themselves and offer a way back", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/audit?action=file.add");
  expect(inMain().getByRole("heading", { name: "No activity matches these filters" })).toBeVisible();
  await page.goTo("/dashboard/audit?who=kolpona");
  expect(inMain().getByRole("heading", { name: "“kolpona” does not match one person" })).toBeVisible();
  await page.goTo("/dashboard/audit?who=%3Cscript%3E");
  expect(inMain().getByRole("heading", { name: "“<script>” does not match one person" })).toBeVisible();
});

test("more than fifty rows are paged, and the export keeps the filters", async ({ dashboard }) => {
  await write(dashboard.db, async (tx) => {
    for (let n = 0; n < 51; n += 1)
      await recordAudit(tx, { id: "import", requestId: `r${n}` }, "mail.test", "m");
  });
  const page = await dashboard.visit("/dashboard/audit?action=mail.test");
  expect(readTable()).toHaveLength(50);
  expect(inMain().getByRole("link", { name: "Export as CSV" })).toHaveAttribute(
    "href",
    "/dashboard/audit/csv?action=mail.test",
  );
  await page.press(inMain().getByRole("link", { name: "Older" }));
  expect(readTable()).toHaveLength(1);
  await page.press(inMain().getByRole("link", { name: "Newer" }));
  expect(readTable()).toHaveLength(50);
});

test("editors get an explanation in place of the log", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/audit", "editor");
  expect(heading()).toBe("Only admins can open this page");
  expect(screen.queryByRole("table")).toBeNull();
});
