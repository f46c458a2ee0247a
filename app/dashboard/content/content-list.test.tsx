// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { aBody } from "#app/domain/newsletter/newsletter.fixture.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  disclosure,
  heading,
  inMain,
  menuItem,
  readColumns,
  readTable,
  readTabs,
  rowWith,
  tab,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import {
  clearTables,
  createCategory,
  createDraft,
  createPublished,
  deleteEntries,
} from "#tests/support/dashboard/records.ts";
import { schedule } from "#tests/support/entries.ts";

test.beforeEach(async ({ dashboard }) => {
  await deleteEntries(dashboard);
  await clearTables(dashboard, "views", "categories");
});

async function stateOf({ db }: Dashboard, id: string): Promise<string> {
  return (await readEntry(db, blog, id)).state;
}

/** Clients have a name instead of a title. */
const titles = () => readTable().map(({ Title, Name }) => Title ?? Name);
const posts = "/dashboard/manageblog";
const clients = "/dashboard/manageclient";

test.for(kinds.map((kind) => [kind.label.many, kind] as const))(
  "%s: an empty list links to the form for the first entry",
  async ([many, kind], { dashboard }) => {
    await dashboard.visit(`/dashboard/${kind.dashboard.list}`, "editor");
    expect(heading()).toBe(`${many} 0`);
    expect(inMain().getByRole("heading", { name: `No ${many.toLowerCase()} yet` })).toBeVisible();
    const one = kind.label.one.toLowerCase();
    const links = inMain().getAllByRole("link", { name: `New ${one}` });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      Array(2).fill(`/dashboard/${kind.dashboard.add}`),
    );
  },
);

test("all entries are listed with state and author, last changed first", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "বৃষ্টির দিন", author: "Guest Sample" }, 1);
  await createPublished(dashboard, blog, { title: "Rain" });
  await dashboard.visit(posts, "editor");
  expect(readColumns("Posts").slice(0, 6)).toEqual([
    "Select",
    "Title",
    "Category",
    "State",
    "Author",
    expect.stringMatching(/^(Modified|Changed|Updated)/),
  ]);
  expect(inMain().getByRole("checkbox", { name: "Select all on this page" })).not.toBeChecked();
  expect(readTable()).toMatchObject([
    { Title: "বৃষ্টির দিন", State: "Draft", Author: "Guest Sample" },
    { Title: "Rain", State: "Published", Author: "" },
  ]);
  expect(inMain().getByRole("link", { name: "বৃষ্টির দিন" })).toHaveAttribute("lang", "bn");
  expect(inMain().getByRole("link", { name: "Rain" })).not.toHaveAttribute("lang");
});

test("a title with markup is shown as text", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "<img src=x onerror=alert(1)>" });
  await dashboard.visit(posts);
  expect(inMain().getByRole("link", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
});

test("a scheduled entry shows its time", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
  const times = { publishAt: "2026-03-04T08:30:00.000Z", unpublishAt: null };
  await write(dashboard.db, (tx) => schedule(tx, blog, id, times, dashboard.actionContext()));
  await dashboard.visit(posts);
  expect(readTable()[0]?.State).toMatch(/^Scheduled .*08:30/);
});

test("state, category, author and words combine and stay in the address", async ({ dashboard }) => {
  const news = await createCategory(dashboard, "News");
  await createDraft(dashboard, blog, { title: "River boats", categories: [news] });
  await createDraft(dashboard, blog, { title: "River lamps", author: "Guest Sample" }, 1);
  await createPublished(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit(posts);
  expect(readTabs("State").map(({ name }) => name)).toEqual([
    "All 3",
    "Draft 2",
    "Scheduled 0",
    "Published 1",
    "Unpublished changes 0",
    "Archived 0",
  ]);
  await page.press(tab("State", "Draft"));
  expect(page.address()).toBe(`${posts}?state=draft`);
  expect(titles()).toEqual(["River lamps", "River boats"]);
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Category" }), "News");
  await page.settle();
  expect(page.address()).toContain("category=");
  expect(titles()).toEqual(["River boats"]);
  await page.fill(inMain().getByRole("searchbox", { name: "Search by title" }), "lamps");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(inMain().getByRole("heading", { name: "Nothing with “lamps” in its title" })).toBeVisible();
  await page.press(inMain().getAllByRole("link", { name: "Clear filters" })[0] ?? document.body);
  expect(page.address()).toBe(posts);
  expect(titles()).toHaveLength(3);
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Author" }), "Guest Sample");
  await page.settle();
  expect(page.address()).toContain("byline=words%3AGuest+Sample");
  expect(titles()).toEqual(["River lamps"]);
});

test("a column heading sorts, and a second click reverses the order", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Boats" }, 1);
  await createDraft(dashboard, blog, { title: "Amber" });
  const page = await dashboard.visit(posts);
  await page.press(inMain().getByRole("link", { name: "Title" }));
  expect(page.address()).toBe(`${posts}?sort=title`);
  expect(titles()).toEqual(["Amber", "Boats"]);
  expect(inMain().getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await page.press(inMain().getByRole("link", { name: "Title" }));
  expect(page.address()).toBe(`${posts}?sort=-title`);
  expect(titles()).toEqual(["Boats", "Amber"]);
});

test("columns can be chosen", async ({ dashboard }) => {
  await createPublished(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit(posts);
  await page.user.click(disclosure("Columns"));
  await page.user.click(screen.getByRole("checkbox", { name: "Author" }));
  await page.settle();
  expect(readColumns("Posts")).not.toContain("Author");
  expect(page.address()).toContain("columns=");
});

test("selected entries are published, unpublished, archived and deleted, each with undo", async ({
  dashboard,
}) => {
  const first = await createDraft(dashboard, blog, { title: "Rain", body: aBody() });
  await createDraft(dashboard, blog, { title: "Wind" }, 1);
  const page = await dashboard.visit(posts, "editor");
  const run = async (name: string) => {
    await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
    await page.press(inMain().getByRole("button", { name }));
  };
  await run("Publish");
  expect(announced()).toContain("Published “Rain”.");
  expect(await stateOf(dashboard, first)).toBe("published");
  expect(inMain().getByRole("checkbox", { name: "Select Rain" })).not.toBeChecked();
  await run("Unpublish");
  expect(announced()).toContain("Unpublished “Rain”.");
  expect(await stateOf(dashboard, first)).toBe("draft");
  await run("Archive");
  expect(announced()).toContain("Archived “Rain”.");
  expect(await stateOf(dashboard, first)).toBe("archived");
  await run("Move to trash");
  expect(announced()).toContain("Moved to trash: “Rain”.");
  expect(titles()).toEqual(["Wind"]);
  await page.press(undoButton());
  expect(announced()).toContain("Undone: “Rain”.");
  expect(titles()).toContain("Rain");
  expect(await stateOf(dashboard, first)).toBe("archived");
});

test("all rows of a page are selected and categorised at once", async ({ dashboard }) => {
  await createCategory(dashboard, "News");
  await createDraft(dashboard, blog, { title: "Rain" });
  await createDraft(dashboard, blog, { title: "Wind" });
  const page = await dashboard.visit(posts);
  await page.user.click(inMain().getByRole("checkbox", { name: "Select all on this page" }));
  expect(inMain().getByText("2 selected")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(announced()).toContain("Choose a category first.");
  await page.user.selectOptions(
    inMain().getByRole("combobox", { name: "Category for the selected entries" }),
    "News",
  );
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(announced()).toContain("Added to News: 2 entries.");
  expect(readTable().map(({ Category }) => Category)).toEqual(["News", "News"]);
});

test("an action without a selection is refused with a message", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit(posts);
  await page.press(inMain().getByText("Publish", { selector: "#bulk button" }));
  expect(announced()).toContain("Select at least one entry first.");
});

test("the menu of a row duplicates, publishes and deletes", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", body: aBody() });
  const page = await dashboard.visit(posts, "editor");
  await page.press(await menuItem(page.user, "More for Rain", "Duplicate"));
  expect(announced()).toMatch(/Created “.*Rain.*”, a draft\./);
  expect(titles()).toHaveLength(2);
  await page.press(undoButton());
  expect(titles()).toEqual(["Rain"]);
  await page.press(await menuItem(page.user, "More for Rain", "Publish"));
  expect(await stateOf(dashboard, id)).toBe("published");
  expect(rowWith("Rain")).toHaveTextContent("Published");
});

test("a view is saved, used and deleted", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit(`${posts}?state=draft`, "editor");
  await page.user.click(disclosure("Saved views"));
  await page.fill(screen.getByRole("textbox", { name: "Save the current view as" }), "My drafts");
  await page.press(screen.getByRole("button", { name: "Save view" }));
  expect(announced()).toContain("Saved the view “My drafts”.");
  await page.goTo(posts);
  const link = screen.queryByRole("link", { name: "My drafts" });
  await page.press(link ?? (await menuItem(page.user, "Saved views", "My drafts")));
  expect(page.address()).toBe(`${posts}?state=draft`);
  const remove = screen.queryByRole("button", { name: "Delete the view My drafts" });
  await page.press(remove ?? (await menuItem(page.user, "Saved views", "Delete the view My drafts")));
  expect(announced()).toContain("Deleted the view “My drafts”.");
});

test("the menu moves entries of ordered kinds, but not past the end", async ({ dashboard }) => {
  await createDraft(dashboard, client, { title: "Shapla Mills" });
  await createDraft(dashboard, client, { title: "Padma Boats" });
  const page = await dashboard.visit(clients, "editor");
  expect(readColumns("Clients")).toContain("Name");
  expect(titles()).toEqual(["Shapla Mills", "Padma Boats"]);
  await page.press(await menuItem(page.user, "More for Padma Boats", "Move up"));
  expect(announced()).toContain("Moved “Padma Boats”.");
  expect(titles()).toEqual(["Padma Boats", "Shapla Mills"]);
  await page.press(await menuItem(page.user, "More for Padma Boats", "Move down"));
  expect(titles()).toEqual(["Shapla Mills", "Padma Boats"]);
});

test("more than one page of entries is paged and counted", async ({ dashboard }) => {
  for (let n = 0; n < 51; n += 1) await createDraft(dashboard, blog, { title: `Post ${n}` }, n);
  const page = await dashboard.visit(posts);
  const first = titles().length;
  expect(inMain().getByText(new RegExp(`1 to ${first} of 51`))).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Next" }));
  expect(titles()).toHaveLength(51 - first);
  await page.press(inMain().getByRole("link", { name: "Previous" }));
  expect(titles()).toHaveLength(first);
});
