// @vitest-environment jsdom
import { expect } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { openNotFoundLog } from "#app/domain/content/not-found-log.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  heading,
  inMain,
  inRow,
  readColumns,
  readTable,
  readTabs,
  tab,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import {
  clearTables,
  createDraft,
  createPublished,
  createRedirect,
} from "#tests/support/dashboard/records.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";

test.beforeEach(({ dashboard }) => clearTables(dashboard, "redirects", "not_found_log", "ignored_addresses"));

function stored({ db }: Dashboard) {
  return db.query
    .selectFrom("redirects")
    .select(["id", "from_path", "to_path", "to_url", "to_entry"])
    .orderBy("from_path")
    .execute();
}

async function requestMissing(
  { db, clock }: Dashboard,
  addresses: Record<string, number>,
  referrer?: string,
): Promise<void> {
  const log = openNotFoundLog(db, clock, () => {});
  for (const [address, times] of Object.entries(addresses))
    for (let n = 0; n < times; n += 1) log.note(address, referrer);
  await log.stop();
}

const listTabs = "Redirects and broken addresses";

test("an empty list explains redirects and shows the form", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/redirects");
  expect(heading()).toBe("Redirects 0");
  expect(inMain().getByRole("heading", { name: "No redirects yet" })).toBeVisible();
  expect(inMain().getByRole("textbox", { name: "Old address" })).toBeVisible();
  expect(inMain().getByRole("link", { name: "Import CSV" })).toHaveAttribute(
    "href",
    "/dashboard/redirects/sheet",
  );
});

test("a redirect to a missing page is saved with a warning", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "/old/team");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/tema?x=1");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(announced()).toContain(
    "Redirect added: /old/team. There is no page at /tema?x=1: visitors will see “not found”.",
  );
  await createRedirect(dashboard, { from: "/old/about", path: "/about" });
  await page.goTo("/dashboard/redirects");
  const warning = "no page at /tema?x=1: visitors see “not found”";
  expect(inRow("/old/team").getByText(warning)).toBeVisible();
  expect(inRow("/old/about").queryByText(/no page/)).toBeNull();
});

test("a form submitted by Enter keeps the focus in its field", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/about");
  const before = inMain().getByRole("textbox", { name: "Old address" });
  await page.user.type(before, "/old/us{Enter}");
  await page.settle();
  expect(announced()).toContain("Redirect added: /old/us");
  expect(before).not.toBeInTheDocument();
  expect(inMain().getByRole("textbox", { name: "Old address" })).toHaveFocus();
});

test("a redirect to an unpublished entry is saved with a warning", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Storm over the delta" });
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "/old/rain");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/blog/storm-over-the-delta");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(announced()).toContain(
    "Redirect added: /old/rain. “Storm over the delta” is not published: visitors will see “not found” until it is.",
  );
  await createRedirect(dashboard, { from: "/older/rain", path: "/old/rain" });
  await page.goTo("/dashboard/redirects");
  const warning = "“Storm over the delta” is not published: visitors see “not found”";
  expect(inRow("/older/rain").getByText(warning)).toBeVisible();
});

test("a redirect to a deleted entry is saved with a warning", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects");
  const id = await createDraft(dashboard, blog, { title: "Hail over the delta" });
  await createRedirect(dashboard, { from: "/older/hail", entry: id });
  await write(dashboard.db, (tx) => trash(tx, blog, id, dashboard.actionContext()));
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "/old/hail");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/older/hail");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(announced()).toContain(
    "Redirect added: /old/hail. “Hail over the delta” is in the trash: visitors will see “not found”.",
  );
});

test("a redirect is added, confirmed, listed, and undone", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "/2019/05/our-move");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/about");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(announced()).toContain("Redirect added: /2019/05/our-move");
  expect(readColumns()).toEqual(["Old address", "Redirect to", "Created", "Actions"]);
  expect(readTable()).toMatchObject([{ "Old address": "/2019/05/our-move", "Redirect to": "/about" }]);
  expect(await stored(dashboard)).toMatchObject([{ from_path: "/2019/05/our-move", to_path: "/about" }]);
  expect(inMain().getByRole("textbox", { name: "Old address" })).toHaveValue("");
  await page.press(undoButton());
  expect(announced()).toContain("Redirect deleted: /2019/05/our-move");
  expect(await stored(dashboard)).toEqual([]);
});

test("an invalid redirect is refused next to its field, with its values", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "our-move");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "about");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  const from = inMain().getByRole("textbox", { name: "Old address" });
  expect(from).toHaveValue("our-move");
  expect(from).toHaveAccessibleDescription(/Write the former address, such as/);
  expect(from).toBeInvalid();
  const to = inMain().getByRole("textbox", { name: "Redirect to" });
  expect(to).toHaveValue("about");
  expect(to).toHaveAccessibleDescription(/starts with \//);
  expect(await stored(dashboard)).toEqual([]);
});

test("another site needs an explicit choice, and http is refused", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "/shop");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "http://shop.example/");
  await page.user.click(inMain().getByRole("radio", { name: /Another site/ }));
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(inMain().getByRole("textbox", { name: "Redirect to" })).toHaveAccessibleDescription(/https:\/\//);
  expect(inMain().getByRole("radio", { name: /Another site/ })).toBeChecked();
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "https://shop.example/");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(readTable()[0]?.["Redirect to"]).toMatch(/^https:\/\/shop\.example\/ ?another site$/);
});

test("an address that already redirects is refused", async ({ dashboard }) => {
  await createRedirect(dashboard, { from: "/old", path: "/about" });
  const page = await dashboard.visit("/dashboard/redirects");
  await page.user.click(inMain().getByText("Add a redirect"));
  await page.fill(inMain().getByRole("textbox", { name: "Old address" }), "/OLD/");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/contact");
  await page.press(inMain().getByRole("button", { name: "Add" }));
  expect(inMain().getByRole("textbox", { name: "Old address" })).toBeInvalid();
  expect(await stored(dashboard)).toHaveLength(1);
});

test("the list shows entry titles, the Bangla language and loops", async ({ dashboard }) => {
  const id = await createPublished(dashboard, blog, { title: "Rain over the delta" });
  await createRedirect(dashboard, { from: "/rain", entry: id });
  await createRedirect(dashboard, { from: `/${encodeURIComponent("নদী")}`, path: "/about" });
  await dashboard.visit("/dashboard/redirects");
  expect(heading()).toBe("Redirects 2");
  expect(inRow("/rain").getByRole("cell", { name: /Rain over the delta.*\/blog\// })).toBeVisible();
  expect(inRow("/নদী").getByRole("link", { name: "/নদী" })).toBeVisible();
});

test("search matches addresses and reports an empty result", async ({ dashboard }) => {
  await createRedirect(dashboard, { from: "/2019/move", path: "/about" });
  await createRedirect(dashboard, { from: "/2020/party", path: "/contact" });
  const page = await dashboard.visit("/dashboard/redirects");
  await page.fill(inMain().getByRole("searchbox", { name: "Search redirects" }), "PARTY");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(page.address()).toBe("/dashboard/redirects?q=PARTY");
  expect(readTable().map((row) => row["Old address"])).toEqual(["/2020/party"]);
  await page.fill(inMain().getByRole("searchbox", { name: "Search redirects" }), "boats");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(inMain().getByRole("heading", { name: "No redirect matches “boats”" })).toBeVisible();
});

test("more than fifty redirects are paged", async ({ dashboard }) => {
  for (let n = 0; n < 51; n += 1) await createRedirect(dashboard, { from: `/former/${n}`, path: "/about" });
  const page = await dashboard.visit("/dashboard/redirects");
  expect(readTable()).toHaveLength(50);
  await page.press(inMain().getByRole("link", { name: "Next" }));
  expect(readTable()).toHaveLength(1);
  await page.press(inMain().getByRole("link", { name: "Previous" }));
  expect(readTable()).toHaveLength(50);
});

test("a redirect is deleted in its row, and undo restores it", async ({ dashboard }) => {
  await createRedirect(dashboard, { from: "/old", path: "/about" });
  await createRedirect(dashboard, { from: "/older", url: "https://shop.example/" });
  const page = await dashboard.visit("/dashboard/redirects");
  await page.press(inMain().getByRole("button", { name: "Delete /older" }));
  expect(announced()).toContain("Redirect deleted: /older");
  expect((await stored(dashboard)).map(({ from_path }) => from_path)).toEqual(["/old"]);
  await page.press(undoButton());
  expect(await stored(dashboard)).toMatchObject([
    { from_path: "/old" },
    { from_path: "/older", to_url: "https://shop.example/" },
  ]);
});

test("an address is tested with the visitors' rules", async ({ dashboard }) => {
  await createRedirect(dashboard, { from: "/old", path: "/about" });
  const page = await dashboard.visit("/dashboard/redirects");
  for (const [address, answer] of [
    ["/old", /^\/old: redirects to .*\/about/],
    ["old", /^\/old: redirects to/],
    ["/never-there", "/never-there: not found."],
  ] as const) {
    await page.fill(inMain().getByRole("textbox", { name: "Test a URL" }), address);
    await page.press(inMain().getByRole("button", { name: "Check" }));
    expect(inMain().getByText(answer)).toBeVisible();
  }
});

test("redirects from renames have their own read-only list", async ({ dashboard }) => {
  await write(dashboard.db, async (tx) => {
    const { id } = await createEntry(tx, service, { title: "Water meters" }, dashboard.actionContext());
    await publish(tx, service, id, dashboard.actionContext());
    await saveVersion(tx, service, id, 1, { title: "Meters" }, dashboard.actionContext());
    await publish(tx, service, id, dashboard.actionContext());
  });
  const page = await dashboard.visit("/dashboard/redirects");
  await page.press(tab(listTabs, "Automatic"));
  expect(page.address()).toBe("/dashboard/redirects?view=automatic");
  expect(readColumns()).toEqual(["Old address", "Redirect to", "Source"]);
  expect(readTable()).toMatchObject([{ "Old address": "/services/water-meters", Source: "Automatic" }]);
  expect(inMain().queryByRole("button", { name: /Delete/ })).toBeNull();
  await page.fill(inMain().getByRole("searchbox", { name: "Search redirects" }), "boats");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(page.address()).toContain("view=automatic");
  expect(inMain().getByRole("heading", { name: "No redirect matches “boats”" })).toBeVisible();
});

test("editing a redirect returns to the list with a message", async ({ dashboard }) => {
  const id = await createRedirect(dashboard, { from: "/old", path: "/about" });
  const page = await dashboard.visit("/dashboard/redirects");
  await page.press(inMain().getByRole("link", { name: "/old" }));
  expect(page.address()).toBe(`/dashboard/redirects/${id}`);
  expect(inMain().getByRole("textbox", { name: "Old address" })).toHaveValue("/old");
  expect(inMain().getByRole("textbox", { name: "Redirect to" })).toHaveValue("/about");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/contact us");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(inMain().getByRole("textbox", { name: "Redirect to" })).toHaveAccessibleDescription(
    /Leave out spaces/,
  );
  expect(inMain().getByRole("textbox", { name: "Redirect to" })).toHaveValue("/contact us");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect to" }), "/contact");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(page.address()).toBe("/dashboard/redirects");
  expect(announced()).toContain("Redirect saved.");
  expect(await stored(dashboard)).toMatchObject([{ id, to_path: "/contact" }]);
});

test("deleting a redirect on its screen returns to the list, with undo", async ({ dashboard }) => {
  const id = await createRedirect(dashboard, { from: "/old", path: "/about" });
  const page = await dashboard.visit(`/dashboard/redirects/${id}`);
  await page.press(inMain().getByRole("button", { name: "Delete redirect" }));
  expect(page.address()).toBe("/dashboard/redirects");
  expect(announced()).toContain("Redirect deleted: /old");
  expect(await stored(dashboard)).toEqual([]);
  await page.press(undoButton());
  expect(await stored(dashboard)).toMatchObject([{ from_path: "/old", to_path: "/about" }]);
});

test("an unknown redirect gives 404", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/redirects/00000000-0000-0000-0000-000000000000");
  expect(heading()).toBe("Page not found");
});

test("missing addresses are listed by frequency, with a suggested entry", async ({ dashboard }) => {
  const id = await createPublished(dashboard, blog, { title: "Boats of the Padma" });
  await requestMissing(dashboard, { "/blog/boats-of-padma": 3, "/wp/old": 1 }, "https://news.example/links");
  const page = await dashboard.visit("/dashboard/redirects/lost");
  expect(heading()).toBe("Broken addresses");
  expect(readTabs(listTabs).find(({ name }) => name.startsWith("Broken"))).toEqual({
    name: "Broken addresses 2",
    isCurrent: true,
  });
  expect(readTable().map(({ Visits }) => Visits?.split(" last")[0])).toEqual(["3 times", "1 time"]);
  expect(readTable()[0]?.Address).toContain("from news.example");
  await page.press(
    inRow("/blog/boats-of-padma").getByRole("button", { name: /Redirect to “Boats of the Padma”/ }),
  );
  expect(announced()).toContain("Redirect added: /blog/boats-of-padma");
  expect(await stored(dashboard)).toMatchObject([{ from_path: "/blog/boats-of-padma", to_entry: id }]);
  expect(readTable()).toHaveLength(1);
});

test("a missing address is redirected by hand", async ({ dashboard }) => {
  await requestMissing(dashboard, { "/wp/old": 1 });
  const page = await dashboard.visit("/dashboard/redirects/lost");
  await page.fill(inMain().getByRole("textbox", { name: "Redirect /wp/old to" }), "/about");
  await page.press(inMain().getByRole("button", { name: "Redirect" }));
  expect(await stored(dashboard)).toMatchObject([{ from_path: "/wp/old", to_path: "/about" }]);
  expect(inMain().getByRole("heading", { name: "No broken addresses" })).toBeVisible();
});

test("a missing address is ignored and restored", async ({ dashboard }) => {
  await requestMissing(dashboard, { "/wp/old": 1 });
  const page = await dashboard.visit("/dashboard/redirects/lost");
  await page.press(inMain().getByRole("button", { name: "Ignore /wp/old" }));
  expect(announced()).toContain("Ignored: /wp/old");
  expect(inMain().getByRole("heading", { name: "No broken addresses" })).toBeVisible();
  await page.press(undoButton());
  await page.press(inMain().getByRole("button", { name: "Ignore /wp/old" }));
  await page.press(tab(listTabs, "Ignored"));
  expect(page.address()).toBe("/dashboard/redirects/lost?view=ignored");
  await page.press(inMain().getByRole("button", { name: "Stop ignoring /wp/old" }));
  expect(announced()).toContain("No longer ignored: /wp/old");
  expect(inMain().getByRole("heading", { name: "No ignored addresses" })).toBeVisible();
});

test("a sheet is previewed line by line before the import", async ({ dashboard }) => {
  await createRedirect(dashboard, { from: "/known", path: "/about" });
  const page = await dashboard.visit("/dashboard/redirects/sheet");
  expect(heading()).toBe("Import redirects");
  const csv = "Old,New\n/one,/about\n/known,/contact\n/two,nowhere at all\n";
  await page.user.upload(inMain().getByLabelText("CSV file"), new File([csv], "redirects.csv"));
  await page.press(inMain().getByRole("button", { name: "Preview" }));
  expect(inMain().getByRole("heading", { name: "2 of 3 can be imported" })).toBeVisible();
  expect(readTable()).toMatchObject([
    { Line: "2", "Old address": "/one", Result: "New" },
    { Line: "3", "Old address": "/known", Result: "Replaces another" },
    { Line: "4", "Old address": "/two", Result: expect.stringMatching(/^Skipped/) },
  ]);
  expect(await stored(dashboard)).toHaveLength(1);
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(page.address()).toBe("/dashboard/redirects?view=imported");
  expect(announced()).toContain("2 of 3 redirects imported.");
  expect(await stored(dashboard)).toMatchObject([
    { from_path: "/known", to_path: "/contact" },
    { from_path: "/one", to_path: "/about" },
  ]);
});

test("an imported sheet reports redirects to missing pages", async ({ dashboard }) => {
  await createDraft(dashboard, blog, { title: "Fog over the delta" });
  const page = await dashboard.visit("/dashboard/redirects/sheet");
  const csv = "/one,/two\n/two,/about\n/three,/tema\n/four,blog: Fog over the delta\n/five,/a\n/six,/b\n";
  await page.user.upload(inMain().getByLabelText("CSV file"), new File([csv], "redirects.csv"));
  await page.press(inMain().getByRole("button", { name: "Preview" }));
  const isDraft = "“Fog over the delta” is not published: visitors will see “not found” until it is.";
  expect(readTable().map(({ Result }) => Result)).toEqual([
    "New",
    "New",
    "New There is no page at /tema: visitors will see “not found”.",
    `New ${isDraft}`,
    "New There is no page at /a: visitors will see “not found”.",
    "New There is no page at /b: visitors will see “not found”.",
  ]);
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(announced()).toContain(
    `6 of 6 redirects imported. /three: There is no page at /tema: visitors will see “not found”. /four: ${isDraft} /five: There is no page at /a: visitors will see “not found”. And 1 more: the list shows which.`,
  );
});

test("a sheet without a redirect is refused next to its field", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/redirects/sheet");
  await page.press(inMain().getByRole("button", { name: "Preview" }));
  expect(inMain().getByLabelText("CSV file")).toHaveAccessibleDescription(
    /Choose a CSV file with two columns/,
  );
});

test.for(["", "/lost", "/sheet"])(
  "editors cannot open /dashboard/redirects%s",
  async (below, { dashboard }) => {
    await dashboard.visit(`/dashboard/redirects${below}`, "editor");
    expect(heading()).toBe("Only admins can open this page");
  },
);
