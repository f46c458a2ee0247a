// @vitest-environment jsdom
import { expect } from "vitest";
import { holdLease } from "#app/platform/database/leases.ts";
import { dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { heading, inMain } from "#tests/support/dashboard/reading.ts";

const path = "/dashboard/settings/export";

test("the screen offers content alone, or everything with a privacy note", async ({ dashboard }) => {
  await dashboard.visit(path);
  expect(heading()).toBe("Export");
  expect(inMain().getByRole("link", { name: "Download content" })).toHaveAttribute("href", `${path}/file`);
  expect(inMain().getByRole("link", { name: "Download everything" })).toHaveAttribute(
    "href",
    `${path}/file?people=yes`,
  );
  expect(inMain().getByText(/anyone who has it can read all of it/)).toBeVisible();
  expect(inMain().queryByRole("alert")).toBeNull();
});

test("editors are rejected, and an old sign-in requires the password", async ({ dashboard }) => {
  for (const one of [path, `${path}/file`]) expect((await dashboard.ask(one, {}, "editor")).status).toBe(403);
  const answer = await dashboard.ask(`${path}/file?people=yes`, {}, "admin", 1000);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`/myprofile/confirm?next=${encodeURIComponent(path)}`);
});

test("a HEAD request starts no export", async ({ dashboard }) => {
  const answer = await dashboard.ask(`${path}/file`, { method: "HEAD" });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="site-/);
  const { query } = dashboard.db;
  expect(await query.selectFrom("audit").select("id").where("action", "=", "site.export").execute()).toEqual(
    [],
  );
});

test("the screen reports a running download", async ({ dashboard }) => {
  const { db } = dashboard;
  await holdLease(db, { name: "export", forMs: 60_000 }, async () => {
    const answer = await dashboard.ask(`${path}/file`);
    expect(answer.headers.get("location")).toBe(`${path}?busy=yes`);
  });
  await dashboard.visit(`${path}?busy=yes`);
  expect(inMain().getByRole("alert")).toHaveTextContent(/already being downloaded/);
});
