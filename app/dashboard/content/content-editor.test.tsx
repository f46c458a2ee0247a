// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createCategory } from "#app/content/categories/categories.ts";
import type { Kind } from "#app/content/kind.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { kinds } from "#app/content/kinds.ts";
import { runDue } from "#app/content/publishing/schedule.ts";
import { deleteForGood } from "#app/content/trash.ts";
import { notePresence } from "#app/content/versions/presence.ts";
import { listVersions, readEntry } from "#app/content/versions/read-versions.ts";
import { write } from "#app/database/database.ts";
import { aBody } from "#app/newsletter/newsletter.fixture.ts";
import { type Dashboard, openDashboard, type StaffRole } from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  disclosure,
  heading,
  inMain,
  menuItem,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";
import { addMemoryDatabase } from "#tests/support/memory-database.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  addMemoryDatabase();
  dashboard = await openDashboard();
});
afterAll(() => dashboard[Symbol.asyncDispose]());
beforeEach(async () => {
  const { query } = dashboard.db;
  await query.updateTable("entries").set({ deleted_at: "2026-01-01" }).execute();
  for (const { id } of await query.selectFrom("entries").select("id").execute())
    await deleteForGood(dashboard.db, id, dashboard.actionContext());
});

function aDraft(data: Record<string, unknown>, kind: Kind = blog): Promise<string> {
  return write(
    dashboard.db,
    async (tx) => (await createEntry(tx, kind, data, dashboard.actionContext("editor"))).id,
  );
}

const read = (id: string) => readEntry(dashboard.db, blog, id);
const titleField = () => inMain().getByRole("textbox", { name: /^Title/ });
const only = async () =>
  (await dashboard.db.query.selectFrom("entries").select("id").executeTakeFirstOrThrow()).id;

const saveButton = () =>
  within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save draft" });

/** Somebody saves a post from elsewhere. */
function saved(id: string, basedOn: number, data: Record<string, unknown>, role: StaffRole = "admin") {
  return write(dashboard.db, (tx) =>
    saveVersion(tx, blog, id, basedOn, { title: "Rain", ...data }, dashboard.actionContext(role)),
  );
}

/** Until what a script sends by itself has come back. */
const until = (words: string | RegExp) => waitFor(() => expect(announced()).toMatch(words));

test.each(kinds.map((kind) => [kind.label.one, kind] as const))(
  "%s: a new one is begun with an empty form",
  async (one, kind) => {
    const page = await dashboard.visit(`/dashboard/${kind.dashboard.add}`, "editor");
    expect(heading()).toBe(`New ${one.toLowerCase()}`);
    const name = kind.titleLabel ?? "Title";
    expect(inMain().getAllByRole("textbox", { name: new RegExp(`^${name}`) })[0]).toHaveValue("");
    expect(inMain().getByRole("button", { name: "Publish" })).toBeVisible();
    expect(inMain().getByText("Only staff see it until you publish it.")).toBeVisible();
    expect(inMain().queryByRole("button", { name: "More" })).toBeNull();
    expect(page.errors()).toEqual([]);
  },
);

test.each(kinds.map((kind) => [kind.label.one, kind] as const))(
  "%s: an entry is opened with what it holds",
  async (_, kind) => {
    const id = await aDraft({ title: "Rain & <b>wind</b>", summary: "বৃষ্টি" }, kind);
    const page = await dashboard.visit(`/dashboard/${kind.dashboard.edit}/${id}`, "editor");
    expect(heading()).toBe("Rain & <b>wind</b>");
    const name = kind.titleLabel ?? "Title";
    expect(inMain().getAllByRole("textbox", { name: new RegExp(`^${name}`) })[0]).toHaveValue(
      "Rain & <b>wind</b>",
    );
    expect(screen.getByDisplayValue("বৃষ্টি")).toBeVisible();
    expect(inMain().getByRole("heading", { name: "Before publishing" })).toBeVisible();
    expect(page.errors()).toEqual([]);
  },
);

test("a new post is saved, is a draft from then on, and can be thrown away", async () => {
  const page = await dashboard.visit("/dashboard/addblog", "editor");
  await page.user.type(titleField(), "Rain");
  await page.press(
    within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save draft" }),
  );
  await waitFor(async () => expect(await only()).toBeTruthy());
  const id = await only();
  expect(await read(id)).toMatchObject({ title: "Rain", state: "draft", data: { author: "Nadia Karim" } });
  await waitFor(() => expect(heading()).toBe("Rain"));
});

test("without a title nothing is saved, and the field says so", async () => {
  const page = await dashboard.visit("/dashboard/addblog", "editor");
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(titleField()).toBeInvalid());
  expect(titleField()).toHaveAccessibleDescription(/\w/);
  expect(screen.getByRole("alert")).toBeVisible();
  expect(await dashboard.db.query.selectFrom("entries").select("id").execute()).toEqual([]);
});

test("a draft is published with what was just typed, and unpublished by undo", async () => {
  const id = await aDraft({ title: "Rain", body: aBody() });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.fill(titleField(), "Rain over the delta");
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await until("Published “Rain over the delta”.");
  expect(await read(id)).toMatchObject({ title: "Rain over the delta", state: "published" });
  expect(screen.getByRole("link", { name: "View" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/blog\//),
  );
  await waitFor(() => expect(inMain().getByRole("button", { name: "Update" })).toBeVisible());
  await page.press(undoButton());
  await until("Undone: “Rain over the delta”.");
  expect(await read(id)).toMatchObject({ title: "Rain over the delta", state: "draft" });
});

test("a time that has passed can't be scheduled; another can, and is cancelled again", async () => {
  const id = await aDraft({ title: "Rain", body: aBody() });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.user.click(disclosure("Schedule"));
  const state = within(inMain().getByRole("region", { name: "State" }));
  const schedule = () => state.getByRole("button", { name: "Schedule" });
  await page.fill(state.getByLabelText("Publish on"), "2026-02-01T10:00");
  await page.press(schedule());
  await waitFor(() => expect(state.getByLabelText("Publish on")).toBeInvalid());
  expect(state.getByLabelText("Publish on")).toHaveAccessibleDescription(/This time has passed/);
  await page.fill(state.getByLabelText("Publish on"), "2026-04-01T10:00");
  await page.press(schedule());
  await until(/Scheduled for Wednesday 1 April 2026, 10:00 \(UTC\)/);
  expect(await read(id)).toMatchObject({ state: "scheduled", publishAt: "2026-04-01T10:00:00.000Z" });
  await page.user.click(disclosure("Change schedule"));
  await page.press(state.getByRole("button", { name: "Cancel schedule" }));
  await until("Schedule cancelled.");
  expect(await read(id)).toMatchObject({ state: "draft", publishAt: null });
});

test("of many categories the chosen ones come first, and a search narrows them without taking any away", async () => {
  const ids = await write(dashboard.db, async (tx) => {
    const made: string[] = [];
    for (let n = 1; n <= 20; n += 1)
      made.push((await createCategory(tx, "blog", { name: `Topic ${n} café` })).id);
    return made;
  });
  const [, second = "", , fourth = ""] = ids;
  const id = await aDraft({ title: "Rain", categories: [fourth, second] });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  const field = within(inMain().getByRole("group", { name: "Categories" }));
  const boxes = () => field.getAllByRole("checkbox").map((box) => box.closest("label")?.textContent);
  expect(boxes()).toHaveLength(20);
  expect(boxes().slice(0, 3)).toEqual(["Topic 2 café", "Topic 4 café", "Topic 1 café"]);
  await page.user.type(field.getByRole("searchbox", { name: "Search Categories" }), "17 CAFÉ");
  expect(boxes()).toEqual(["Topic 17 café"]);
  await page.user.keyboard("{Enter}");
  expect(field.getByRole("checkbox", { name: "Topic 17 café" })).toBeChecked();
  await page.press(
    within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save draft" }),
  );
  await waitFor(async () =>
    expect((await read(id)).data.categories.toSorted()).toEqual([fourth, second, ids[16]].toSorted()),
  );
});

test("what is to be archived by itself is called so", async () => {
  const id = await aDraft({ title: "Rain", body: aBody() });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.user.click(disclosure("Schedule"));
  const state = within(inMain().getByRole("region", { name: "State" }));
  await page.fill(state.getByLabelText("Publish on"), "2026-04-01T10:00");
  await page.fill(state.getByLabelText("Unpublish on"), "2026-04-02T10:00");
  await page.press(state.getByRole("button", { name: "Schedule" }));
  await until(/To be archived on Thursday 2 April 2026, 10:00 \(UTC\)/);
  expect(state.getByText(/It will be archived 2 Apr/)).toBeVisible();
  await runDue(dashboard.db, { now: () => new Date("2026-04-02T10:00:00Z") }, (error) => {
    throw error;
  });
  expect(await read(id)).toMatchObject({ state: "archived" });
});

test("the menu duplicates, archives and throws away", async () => {
  const id = await aDraft({ title: "Rain" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.press(await menuItem(page.user, "More", "Archive"));
  await until("Archived “Rain”. It is no longer on the site.");
  expect(await read(id)).toMatchObject({ state: "archived" });
  await page.press(await menuItem(page.user, "More", "Move to trash"));
  await waitFor(() => expect(page.address()).toBe("/dashboard/manageblog"));
  await until("Moved “Rain” to trash.");
});

test("a copy is opened", async () => {
  const id = await aDraft({ title: "Rain" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.press(await menuItem(page.user, "More", "Duplicate"));
  await until("This is the copy, a draft.");
  expect(page.address()).not.toContain(id);
  expect(heading()).toContain("Rain");
});

test("what lies in the trash is not edited, but restored", async () => {
  const id = await aDraft({ title: "Rain" });
  await write(dashboard.db, (tx) => trash(tx, blog, id, dashboard.actionContext()));
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  expect(inMain().getByRole("heading", { name: "In trash" })).toBeVisible();
  expect(inMain().getByRole("button", { name: "Restore" })).toBeVisible();
  expect(inMain().queryByRole("textbox")).toBeNull();
});

test("what somebody else saved meanwhile is compared field by field, and nothing is lost", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await write(dashboard.db, (tx) =>
    saveVersion(tx, blog, id, 1, { title: "Rain", summary: "Theirs" }, dashboard.actionContext("admin")),
  );
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await page.press(
    within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save draft" }),
  );
  await waitFor(() =>
    expect(inMain().getByRole("heading", { name: /saved this while you were writing/ })).toBeVisible(),
  );
  const summary = within(inMain().getByRole("group", { name: /Summary/ }));
  expect(summary.getByText("You both changed this.")).toBeVisible();
  expect(summary.getByRole("radio", { name: /^Yours/ })).toBeChecked();
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () => expect((await read(id)).data).toMatchObject({ summary: "Mine" }));
  expect((await listVersions(dashboard.db, id)).map(({ number }) => number)).toEqual([3, 2, 1]);
});

test("the text that lost a conflict stays in the history", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "Theirs" });
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await page.press(saveButton());
  const summary = within(await inMain().findByRole("group", { name: "Summary" }));
  await page.user.click(summary.getByRole("radio", { name: /^Asha Rahman’s/ }));
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () =>
    expect(await read(id)).toMatchObject({ version: 4, data: { summary: "Theirs" } }),
  );
  expect(await readEntry(dashboard.db, blog, id, 3)).toMatchObject({
    data: { summary: "Mine" },
    isAutosave: true,
  });
  await page.fill(screen.getByDisplayValue("Theirs"), "Theirs and more");
  await waitFor(async () => expect((await read(id)).data.summary).toBe("Theirs and more"));
  const [newest, ...older] = await listVersions(dashboard.db, id);
  expect([newest?.number, older.map(({ number }) => number)]).toEqual([5, [4, 3, 2, 1]]);
});

test("changes of different fields merge without a question", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "Theirs" });
  await page.fill(titleField(), "Rain at night");
  await until("Asha Rahman changed Summary. The change was added to your text.");
  expect(await read(id)).toMatchObject({ version: 3, data: { title: "Rain at night", summary: "Theirs" } });
  expect(screen.getByDisplayValue("Theirs")).toBeVisible();
  expect(titleField()).toHaveFocus();
  expect(inMain().queryByRole("button", { name: "Compare" })).toBeNull();
  await page.fill(screen.getByDisplayValue("Theirs"), "Both");
  await waitFor(async () => expect((await read(id)).data.summary).toBe("Both"));
});

test("shows a change merged by Publish before readers get it", async () => {
  const body = aBody("It rains.");
  const id = await aDraft({ title: "Rain", summary: "First", body });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "Theirs", body });
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await until("Not published: check the added change, then try again.");
  expect(await read(id)).toMatchObject({ state: "draft" });
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await waitFor(async () =>
    expect(await read(id)).toMatchObject({ state: "published", data: { summary: "Theirs" } }),
  );
});

test("other people who have the entry open are named", async () => {
  const id = await aDraft({ title: "Rain" });
  await write(dashboard.db, (tx) =>
    notePresence(
      tx,
      { entryId: id, userId: dashboard.people.admin.id, windowId: "w", version: 1 },
      dashboard.actionContext().now,
    ),
  );
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await until("Asha Rahman is editing this.");
});

test("whoever is typing goes on when somebody else has saved, and compares everything when they ask", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await write(dashboard.db, (tx) =>
    saveVersion(tx, blog, id, 1, { title: "Rain", summary: "Theirs" }, dashboard.actionContext("admin")),
  );
  const summary = screen.getByDisplayValue("First");
  await page.user.type(summary, " draft");
  await until("Asha Rahman also edited this (version 2).");
  await page.user.keyboard(" that grows");
  expect(summary).toBeVisible();
  expect(summary).toHaveFocus();
  await page.press(inMain().getByRole("button", { name: "Compare" }));
  const compared = await inMain().findByRole("heading", {
    name: "Asha Rahman saved this while you were writing",
  });
  expect(compared).toHaveFocus();
  expect(inMain().queryByRole("button", { name: "Publish" })).toBeNull();
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(inMain().getByRole("button", { name: "Publish" })).toBeVisible();
  expect(inMain().getByRole("button", { name: "Compare" })).toHaveFocus();
  await page.user.type(summary, " still");
  const save = within(inMain().getByRole("region", { name: "State" })).getByRole("button", {
    name: "Save draft",
  });
  await page.press(save);
  await inMain().findByRole("group", { name: "Summary" });
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () => expect((await read(id)).data.summary).toBe("First draft that grows still"));
  expect(save).toHaveFocus();
});

test("a text saved in another window of one's own is said to be that", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await write(dashboard.db, (tx) =>
    saveVersion(tx, blog, id, 1, { title: "Rain", summary: "There" }, dashboard.actionContext("editor")),
  );
  await page.fill(screen.getByDisplayValue("First"), "Here");
  await until("You also edited this in another window (version 2).");
  await page.press(inMain().getByRole("button", { name: "Compare" }));
  await inMain().findByRole("heading", { name: "You saved this in another window while you were writing" });
  expect(inMain().getByRole("radio", { name: /^The other window’s/ })).not.toBeChecked();
  expect(screen.getByRole("main")).not.toHaveTextContent(/somebody else/i);
});

test("once both texts are one the notice is gone, and whoever compared them goes on at the title", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "Theirs" });
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await until("Asha Rahman also edited this (version 2).");
  await page.press(inMain().getByRole("button", { name: "Compare" }));
  await page.press(await inMain().findByRole("button", { name: "Save merged version" }));
  expect(inMain().queryByRole("button", { name: "Compare" })).toBeNull();
  expect(titleField()).toHaveFocus();
  await waitFor(async () => expect((await read(id)).data.summary).toBe("Mine"));
});

test("the comparison names who saved the other text, whatever is known of others", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "Theirs" });
  const { fetch } = window;
  // Whoever asks where the entry stands gets no answer.
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    init?.method === "POST" ? fetch(input, init) : new Promise(() => {}),
  );
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await page.press(saveButton());
  await inMain().findByRole("heading", { name: "Asha Rahman saved this while you were writing" });
});

test("who saved after one's own other window is named", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "There" }, "editor");
  await page.fill(screen.getByDisplayValue("First"), "Here");
  await until("You also edited this in another window (version 2).");
  await saved(id, 2, { summary: "Theirs" });
  document.dispatchEvent(new Event("visibilitychange"));
  await until("Asha Rahman also edited this (version 3).");
});

test("what one window has not saved outlives a save in another, and is compared with it before it replaces it", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const path = `/dashboard/updateblog/${id}`;
  const one = await dashboard.visit(path, "editor");
  const { fetch } = window;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    init?.method === "POST" ? Promise.reject(new TypeError("offline")) : fetch(input, init),
  );
  await one.fill(screen.getByDisplayValue("First"), "Of one window");
  await until("Not saved: no connection.");
  const other = await dashboard.visit(path, "editor");
  await inMain().findByRole("button", { name: "Restore" });
  await other.fill(screen.getByDisplayValue("First"), "Of another");
  await waitFor(async () => expect((await read(id)).data.summary).toBe("Of another"));
  await waitFor(() => expect(inMain().getAllByText(/^Saved/)[0]).toBeVisible());
  const again = await dashboard.visit(path, "editor");
  await again.press(await inMain().findByRole("button", { name: "Restore" }));
  expect(screen.getByDisplayValue("Of one window")).toBeVisible();
  await until("You also edited this in another window (version 2).");
  expect((await read(id)).data.summary).toBe("Of another");
});

test("unsaved text that has reached the server is not offered", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  const { fetch } = window;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    init?.method === "POST" ? Promise.reject(new TypeError("offline")) : fetch(input, init),
  );
  await page.fill(screen.getByDisplayValue("First"), "Second");
  await until("Not saved: no connection.");
  await saved(id, 1, { summary: "Second" }, "editor");
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 2, { summary: "Third" }, "editor");
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  expect(screen.getByDisplayValue("Third")).toBeVisible();
  expect(inMain().queryByRole("button", { name: "Restore" })).toBeNull();
});

test("a conflict is shown as well when the title was emptied before it came back", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  const { fetch } = window;
  let letGo = () => {};
  let held: Promise<unknown> = Promise.resolve();
  // Once the form is saved somebody else saves, and what is done with it has to wait.
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const answer = await fetch(input, init);
    if (init?.method !== "POST") return answer;
    await saved(id, 2, { summary: "Theirs" });
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    held = write(dashboard.db, () => gate);
    vi.stubGlobal("fetch", fetch);
    return answer;
  });
  await page.user.click(await menuItem(page.user, "More", "Archive"));
  const publishing = () => inMain().getByRole("button", { name: "Publish" });
  await waitFor(() => expect(publishing()).toHaveAttribute("aria-disabled"));
  await page.user.clear(titleField());
  letGo();
  await held;
  await inMain().findByRole("heading", { name: "Asha Rahman saved this while you were writing" });
});

test("whoever saves again while comparing gets back to where they began", async () => {
  const id = await aDraft({ title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(id, 1, { summary: "Theirs" });
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await until("Asha Rahman also edited this (version 2).");
  await page.press(inMain().getByRole("button", { name: "Compare" }));
  await inMain().findByRole("heading", { name: /while you were writing/ });
  await saved(id, 2, { summary: "Others" });
  await page.user.keyboard("{Control>}s{/Control}");
  await inMain().findByText("Others");
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(inMain().getByRole("button", { name: "Compare" })).toHaveFocus();
});

test("an entry that is not there, and one of another kind, are not found", async () => {
  const page = await dashboard.visit("/dashboard/updateblog/00000000-0000-0000-0000-000000000000");
  expect(heading()).toBe("Page not found");
  await page.goTo(`/dashboard/updateservice/${await aDraft({ title: "Rain" })}`);
  expect(heading()).toBe("Page not found");
});

test("an address that names no entry leads to the list", async () => {
  const page = await dashboard.visit("/dashboard/updateblog");
  expect(page.address()).toBe("/dashboard/manageblog");
});

test("the history compares two versions and brings an old one back", async () => {
  const id = await aDraft({ title: "Rain", summary: "First words" });
  await write(dashboard.db, async (tx) => {
    await publish(tx, blog, id, dashboard.actionContext());
    await saveVersion(tx, blog, id, 1, { title: "Rain", summary: "Second words" }, dashboard.actionContext());
  });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}/history`, "editor");
  const versions = within(inMain().getByRole("region", { name: "Versions" }));
  expect(versions.getAllByRole("listitem")).toHaveLength(2);
  expect(versions.getByText("Published")).toBeVisible();
  expect(versions.getByText("Newest")).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent(/First.*Second/);
  await page.press(versions.getByRole("button", { name: "Restore version 1" }));
  await until(/\w/);
  expect((await read(id)).data).toMatchObject({ summary: "First words" });
  expect((await listVersions(dashboard.db, id))[0]?.number).toBe(3);
});

test("a single version has nothing to be compared with", async () => {
  const id = await aDraft({ title: "Rain" });
  await dashboard.visit(`/dashboard/updateblog/${id}/history`, "editor");
  expect(inMain().getByText(/There is only one version so far/)).toBeVisible();
});

test("preview links are made, shown once, and revoked", async () => {
  const id = await aDraft({ title: "Rain" });
  const page = await dashboard.visit(`/dashboard/previews/blog/${id}`, "editor");
  expect(heading()).toBe("Preview links");
  expect(inMain().getByText(/No links yet/)).toBeVisible();
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Valid for" }), "for one day");
  await page.press(inMain().getByRole("button", { name: "Create link" }));
  const made = inMain().getByRole<HTMLInputElement>("textbox", { name: /Copy it now/ });
  expect(made.value).toMatch(/^https:\/\/www\.company\.example\/preview\/link\//);
  await page.press(inMain().getByRole("button", { name: /^Revoke/ }));
  expect(announced()).toContain("Link revoked.");
  expect(inMain().getByText(/No links yet/)).toBeVisible();
});
