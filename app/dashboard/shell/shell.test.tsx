// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, vi } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { sendLead } from "#app/domain/leads/leads.fixture.ts";
import { write } from "#app/platform/database/database.ts";
import { dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { heading, inMain, textOf } from "#tests/support/dashboard/reading.ts";
import { createDraft, saveSettings } from "#tests/support/dashboard/records.ts";
import { schedule } from "#tests/support/entries.ts";

/** Names of the sidebar's links. */
function sidebar(): string[] {
  const nav = screen.getByRole("navigation", { name: "Dashboard" });
  return within(nav).getAllByRole("link").map(textOf);
}

const forAdmins = ["People", "Settings", "Mail", "Audit log", "Redirects"];

test("a new site shows admins the setup steps", async ({ dashboard }) => {
  await dashboard.visit("/dashboard");
  expect(heading()).toBe("Sunday 1 March");
  expect(inMain().getByRole("heading", { name: "Set up your site" })).toBeVisible();
  for (const name of [/^Enter the company name/, /^Publish your first post/, /^Invite colleagues/])
    expect(inMain().getByRole("link", { name })).toBeVisible();
  expect(inMain().getByText(/All caught up\./)).toBeVisible();
});

test("navigation hides admin screens from editors", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/home", "editor");
  expect(sidebar()).toEqual(expect.arrayContaining(["Home", "Inbox", "Posts", "Files", "Trash"]));
  for (const name of forAdmins) expect(sidebar()).not.toContain(name);
  expect(inMain().queryByRole("link", { name: /^Invite colleagues/ })).toBeNull();
});

test("navigation shows admins everything and marks the current screen", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/trash");
  expect(sidebar()).toEqual(expect.arrayContaining(forAdmins));
  const nav = within(screen.getByRole("navigation", { name: "Dashboard" }));
  expect(nav.getByRole("link", { name: "Trash" })).toHaveAttribute("aria-current", "page");
  await page.press(nav.getByRole("link", { name: "Files" }));
  expect(page.address()).toBe("/dashboard/files");
  expect(heading()).toBe("Files 0");
});

test.for([
  ["/dashboard/tokens", "Settings"],
  ["/dashboard/tokens/new", "Settings"],
  ["/dashboard/webhooks", "Settings"],
  ["/dashboard/redirects/sheet", "Redirects"],
  ["/dashboard/addblog", "Posts"],
  ["/dashboard/addnewcategory", "Posts: Categories"],
] as const)("at %s the sidebar marks and scrolls to %s", async ([path, name], { dashboard }) => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  await dashboard.visit(path);
  const nav = within(screen.getByRole("navigation", { name: "Dashboard" }));
  const marked = nav.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  expect(marked.map(textOf)).toEqual([name]);
  expect(shown.mock.contexts).toContain(marked[0]);
  shown.mockRestore();
});

test("open items are counted, listed and linked", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { name: "Rahima <b>" });
  const post = await createDraft(dashboard, blog, { title: "Rain" });
  const times = { publishAt: "2026-03-02T08:00:00.000Z", unpublishAt: null };
  await write(dashboard.db, (tx) => schedule(tx, blog, post, times, dashboard.actionContext()));
  await dashboard.visit("/dashboard/home");
  const nav = within(screen.getByRole("navigation", { name: "Dashboard" }));
  expect(nav.getByRole("link", { name: /^Inbox 1 ?waiting$/ })).toBeVisible();
  expect(inMain().getByRole("link", { name: /Rahima <b>/ })).toHaveAttribute(
    "href",
    expect.stringContaining(id),
  );
  expect(inMain().getByRole("link", { name: /^Rain/ })).toHaveAttribute(
    "href",
    `/dashboard/updateblog/${post}`,
  );
  for (const name of ["Waiting for you", "Scheduled", "System status"])
    expect(inMain().getByRole("heading", { name })).toBeVisible();
});

test("own drafts prevent the message “All caught up”", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Half a post" });
  await dashboard.visit("/dashboard/home", "editor");
  expect(inMain().getByRole("link", { name: /^Half a post/ })).toBeVisible();
  expect(inMain().queryByText(/All caught up/)).toBeNull();
});

test("the palette finds screens and entries, and opens them by keys", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Padma boats" });
  const page = await dashboard.visit("/dashboard/home");
  await page.user.click(inMain().getByRole("button", { name: /Search or jump to…/ }));
  const field = () => screen.getByRole("combobox", { name: "Search or jump to…" });
  await screen.findByRole("combobox", { name: "Search or jump to…" });
  await page.user.type(field(), "redirects");
  const first = screen.getByRole("option", { name: /^Redirects/ });
  await waitFor(() => expect(field()).toHaveAttribute("aria-activedescendant", first.id));
  await page.user.clear(field());
  await page.user.type(field(), "padma");
  await waitFor(() => expect(screen.getByRole("option", { name: /Padma boats/ })).toBeVisible());
  await page.user.keyboard("{ArrowDown}{ArrowUp}");
  await page.user.click(screen.getByRole("option", { name: /Padma boats/ }));
  await page.settle();
  expect(page.address()).toMatch(/^\/dashboard\/updateblog\//);
});

test("the palette reports an empty result and closes on Escape", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/trash", "editor");
  await page.user.keyboard("{Control>}k{/Control}");
  await page.user.type(await screen.findByRole("combobox", { name: "Search or jump to…" }), "zzzz");
  await waitFor(() => expect(screen.getByText("No results.")).toBeVisible());
});

test("the theme changes from system to light and is remembered", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/trash");
  const nav = screen.getByRole("navigation", { name: "Dashboard" }).parentElement ?? document.body;
  await page.press(within(nav).getByRole("button", { name: /Switch to light/ }));
  expect(document.documentElement.dataset.theme).toBe("light");
  expect(within(nav).getByRole("button", { name: /Switch to dark/ })).toBeVisible();
});

test("the company's name is part of the title, as text", async ({ dashboard }) => {
  await saveSettings(dashboard, { company: { name: "Kolpona & <i>Co</i>" } });
  await dashboard.visit("/dashboard/trash");
  expect(document.title).toBe("Trash · Kolpona & <i>Co</i>");
});

test("an unknown dashboard address links home", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/no-such-screen");
  expect(heading()).toBe("Page not found");
  expect(inMain().getByRole("link", { name: "Go to dashboard home" })).toHaveAttribute(
    "href",
    "/dashboard/home",
  );
});

test("an ended session redirects to sign in", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/trash", "editor");
  await dashboard.db.query.deleteFrom("sessions").execute();
  await page.goTo("/dashboard/files");
  expect(page.address()).toMatch(/^\/login/);
});
