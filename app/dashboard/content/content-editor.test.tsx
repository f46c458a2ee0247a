// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, vi } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { runDue } from "#app/domain/content/publishing/schedule.ts";
import { notePresence } from "#app/domain/content/versions/presence.ts";
import { listVersions, readEntry } from "#app/domain/content/versions/read-versions.ts";
import { aBody } from "#app/domain/newsletter/newsletter.fixture.ts";
import { write } from "#app/platform/database/database.ts";
import {
  type Dashboard,
  type StaffRole,
  dashboardTest as test,
} from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  disclosure,
  heading,
  inMain,
  menuItem,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import { createCategory, createDraft, deleteEntries } from "#tests/support/dashboard/records.ts";
import { publish, saveVersion, trash } from "#tests/support/entries.ts";
import { addMemoryDatabase } from "#tests/support/memory-database.ts";

test.beforeAll(() => addMemoryDatabase());
test.beforeEach(({ dashboard }) => deleteEntries(dashboard));

const read = ({ db }: Dashboard, id: string) => readEntry(db, blog, id);
const titleField = () => inMain().getByRole("textbox", { name: /^Title/ });

async function only({ db }: Dashboard): Promise<string> {
  return (await db.query.selectFrom("entries").select("id").executeTakeFirstOrThrow()).id;
}

const saveButton = () =>
  within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save draft" });

/** Saves a post outside the screen. */
function saved(
  { db, actionContext }: Dashboard,
  id: string,
  basedOn: number,
  data: Record<string, unknown>,
  role: StaffRole = "admin",
) {
  return write(db, (tx) =>
    saveVersion(tx, blog, id, basedOn, { title: "Rain", ...data }, actionContext(role)),
  );
}

/** Waits for an announcement, because background requests end later. */
const until = (words: string | RegExp) => waitFor(() => expect(announced()).toMatch(words));

test.for(kinds.map((kind) => [kind.label.one, kind] as const))(
  "%s: a new entry starts with an empty form",
  async ([one, kind], { dashboard }) => {
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

test.for(kinds.map((kind) => [kind.label.one, kind] as const))(
  "%s: the form shows the values of an entry",
  async ([, kind], { dashboard }) => {
    const id = await createDraft(dashboard, kind, { title: "Rain & <b>wind</b>", summary: "বৃষ্টি" });
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

test("a new post is saved as a draft", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/addblog", "editor");
  await page.user.type(titleField(), "Rain");
  await page.press(
    within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save draft" }),
  );
  await waitFor(async () => expect(await only(dashboard)).toBeTruthy());
  const id = await only(dashboard);
  expect(await read(dashboard, id)).toMatchObject({
    title: "Rain",
    state: "draft",
    data: { author: "Nadia Karim" },
  });
  await waitFor(() => expect(heading()).toBe("Rain"));
});

test("saving without a title fails, and the field explains it", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/addblog", "editor");
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(titleField()).toBeInvalid());
  expect(titleField()).toHaveAccessibleDescription(/\w/);
  expect(screen.getByRole("alert")).toBeVisible();
  expect(await dashboard.db.query.selectFrom("entries").select("id").execute()).toEqual([]);
});

test("publishing includes unsaved text, and undo unpublishes", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", body: aBody() });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.fill(titleField(), "Rain over the delta");
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await until("Published “Rain over the delta”.");
  expect(await read(dashboard, id)).toMatchObject({ title: "Rain over the delta", state: "published" });
  expect(screen.getByRole("link", { name: "View" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/blog\//),
  );
  await waitFor(() => expect(inMain().getByRole("button", { name: "Update" })).toBeVisible());
  await page.press(undoButton());
  await until("Undone: “Rain over the delta”.");
  expect(await read(dashboard, id)).toMatchObject({ title: "Rain over the delta", state: "draft" });
});

test("scheduling rejects a past time; an accepted schedule can be cancelled", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", body: aBody() });
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
  expect(await read(dashboard, id)).toMatchObject({
    state: "scheduled",
    publishAt: "2026-04-01T10:00:00.000Z",
  });
  await page.user.click(disclosure("Change schedule"));
  await page.press(state.getByRole("button", { name: "Cancel schedule" }));
  await until("Schedule cancelled.");
  expect(await read(dashboard, id)).toMatchObject({ state: "draft", publishAt: null });
});

test("the category picker lists chosen ones first, and a search keeps them", async ({ dashboard }) => {
  const ids: string[] = [];
  for (let n = 1; n <= 20; n += 1) ids.push(await createCategory(dashboard, `Topic ${n} café`));
  const [, second = "", , fourth = ""] = ids;
  const id = await createDraft(dashboard, blog, { title: "Rain", categories: [fourth, second] });
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
    expect((await read(dashboard, id)).data.categories.toSorted()).toEqual(
      [fourth, second, ids[16]].toSorted(),
    ),
  );
});

test("a scheduled end is shown as archiving", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", body: aBody() });
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
  expect(await read(dashboard, id)).toMatchObject({ state: "archived" });
});

test("the menu duplicates, archives and deletes", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.press(await menuItem(page.user, "More", "Archive"));
  await until("Archived “Rain”. It is no longer on the site.");
  expect(await read(dashboard, id)).toMatchObject({ state: "archived" });
  await page.press(await menuItem(page.user, "More", "Move to trash"));
  await waitFor(() => expect(page.address()).toBe("/dashboard/manageblog"));
  await until("Moved “Rain” to trash.");
});

test("duplicating opens the copy", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.press(await menuItem(page.user, "More", "Duplicate"));
  await until("This is the copy, a draft.");
  expect(page.address()).not.toContain(id);
  expect(heading()).toContain("Rain");
});

test("an entry in the trash can be restored but not edited", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
  await write(dashboard.db, (tx) => trash(tx, blog, id, dashboard.actionContext()));
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  expect(inMain().getByRole("heading", { name: "In trash" })).toBeVisible();
  expect(inMain().getByRole("button", { name: "Restore" })).toBeVisible();
  expect(inMain().queryByRole("textbox")).toBeNull();
});

test("a conflict is compared field by field, and both versions remain", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
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
  await waitFor(async () => expect((await read(dashboard, id)).data).toMatchObject({ summary: "Mine" }));
  expect((await listVersions(dashboard.db, id)).map(({ number }) => number)).toEqual([3, 2, 1]);
});

test("the text that lost a conflict stays in the history", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "Theirs" });
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await page.press(saveButton());
  const summary = within(await inMain().findByRole("group", { name: "Summary" }));
  await page.user.click(summary.getByRole("radio", { name: /^Asha Rahman’s/ }));
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () =>
    expect(await read(dashboard, id)).toMatchObject({ version: 4, data: { summary: "Theirs" } }),
  );
  expect(await readEntry(dashboard.db, blog, id, 3)).toMatchObject({
    data: { summary: "Mine" },
    isAutosave: true,
  });
  await page.fill(screen.getByDisplayValue("Theirs"), "Theirs and more");
  await waitFor(async () => expect((await read(dashboard, id)).data.summary).toBe("Theirs and more"));
  const [newest, ...older] = await listVersions(dashboard.db, id);
  expect([newest?.number, older.map(({ number }) => number)]).toEqual([5, [4, 3, 2, 1]]);
});

test("changes of different fields merge without a question", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "Theirs" });
  await page.fill(titleField(), "Rain at night");
  await until("Asha Rahman changed Summary. The change was added to your text.");
  expect(await read(dashboard, id)).toMatchObject({
    version: 3,
    data: { title: "Rain at night", summary: "Theirs" },
  });
  expect(screen.getByDisplayValue("Theirs")).toBeVisible();
  expect(titleField()).toHaveFocus();
  expect(inMain().queryByRole("button", { name: "Compare" })).toBeNull();
  await page.fill(screen.getByDisplayValue("Theirs"), "Both");
  await waitFor(async () => expect((await read(dashboard, id)).data.summary).toBe("Both"));
});

test("shows a change merged by Publish before readers get it", async ({ dashboard }) => {
  const body = aBody("It rains.");
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First", body });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "Theirs", body });
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await until("Not published: check the added change, then try again.");
  expect(await read(dashboard, id)).toMatchObject({ state: "draft" });
  await page.press(inMain().getByRole("button", { name: "Publish" }));
  await waitFor(async () =>
    expect(await read(dashboard, id)).toMatchObject({ state: "published", data: { summary: "Theirs" } }),
  );
});

test("the screen names other people who have the entry open", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
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

test("typing continues after another person's save, and saving opens the comparison", async ({
  dashboard,
}) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
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
  await waitFor(async () =>
    expect((await read(dashboard, id)).data.summary).toBe("First draft that grows still"),
  );
  expect(save).toHaveFocus();
});

test("a conflict with the own other window is described as such", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
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

test("settling a conflict removes the notice and focuses the title", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "Theirs" });
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await until("Asha Rahman also edited this (version 2).");
  await page.press(inMain().getByRole("button", { name: "Compare" }));
  await page.press(await inMain().findByRole("button", { name: "Save merged version" }));
  expect(inMain().queryByRole("button", { name: "Compare" })).toBeNull();
  expect(titleField()).toHaveFocus();
  await waitFor(async () => expect((await read(dashboard, id)).data.summary).toBe("Mine"));
});

test("the comparison names the other author even when presence requests fail", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "Theirs" });
  const { fetch } = window;
  // Presence requests fail.
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    init?.method === "POST" ? fetch(input, init) : new Promise(() => {}),
  );
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await page.press(saveButton());
  await inMain().findByRole("heading", { name: "Asha Rahman saved this while you were writing" });
});

test("a conflict names the author of the newest version", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "There" }, "editor");
  await page.fill(screen.getByDisplayValue("First"), "Here");
  await until("You also edited this in another window (version 2).");
  await saved(dashboard, id, 2, { summary: "Theirs" });
  document.dispatchEvent(new Event("visibilitychange"));
  await until("Asha Rahman also edited this (version 3).");
});

test("unsaved text survives a save in another window and is compared first", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
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
  await waitFor(async () => expect((await read(dashboard, id)).data.summary).toBe("Of another"));
  await waitFor(() => expect(inMain().getAllByText(/^Saved/)[0]).toBeVisible());
  const again = await dashboard.visit(path, "editor");
  await again.press(await inMain().findByRole("button", { name: "Restore" }));
  expect(screen.getByDisplayValue("Of one window")).toBeVisible();
  await until("You also edited this in another window (version 2).");
  expect((await read(dashboard, id)).data.summary).toBe("Of another");
});

test("text already on the server is not offered for restoring", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  const { fetch } = window;
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    init?.method === "POST" ? Promise.reject(new TypeError("offline")) : fetch(input, init),
  );
  await page.fill(screen.getByDisplayValue("First"), "Second");
  await until("Not saved: no connection.");
  await saved(dashboard, id, 1, { summary: "Second" }, "editor");
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 2, { summary: "Third" }, "editor");
  await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  expect(screen.getByDisplayValue("Third")).toBeVisible();
  expect(inMain().queryByRole("button", { name: "Restore" })).toBeNull();
});

test("a conflict is also shown after the title was emptied", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  const { fetch } = window;
  let release = () => {};
  let held: Promise<unknown> = Promise.resolve();
  // Another person saves right after the form is saved, before its action runs.
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const answer = await fetch(input, init);
    if (init?.method !== "POST") return answer;
    await saved(dashboard, id, 2, { summary: "Theirs" });
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    held = write(dashboard.db, () => gate);
    vi.stubGlobal("fetch", fetch);
    return answer;
  });
  await page.user.click(await menuItem(page.user, "More", "Archive"));
  const publishing = () => inMain().getByRole("button", { name: "Publish" });
  await waitFor(() => expect(publishing()).toHaveAttribute("aria-disabled"));
  await page.user.clear(titleField());
  release();
  await held;
  await inMain().findByRole("heading", { name: "Asha Rahman saved this while you were writing" });
});

test("saving during a comparison returns the focus to its start", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First" });
  const page = await dashboard.visit(`/dashboard/updateblog/${id}`, "editor");
  await saved(dashboard, id, 1, { summary: "Theirs" });
  await page.fill(screen.getByDisplayValue("First"), "Mine");
  await until("Asha Rahman also edited this (version 2).");
  await page.press(inMain().getByRole("button", { name: "Compare" }));
  await inMain().findByRole("heading", { name: /while you were writing/ });
  await saved(dashboard, id, 2, { summary: "Others" });
  await page.user.keyboard("{Control>}s{/Control}");
  await inMain().findByText("Others");
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(inMain().getByRole("button", { name: "Compare" })).toHaveFocus();
});

test("a missing entry and one of another kind give 404", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/updateblog/00000000-0000-0000-0000-000000000000");
  expect(heading()).toBe("Page not found");
  await page.goTo(`/dashboard/updateservice/${await createDraft(dashboard, blog, { title: "Rain" })}`);
  expect(heading()).toBe("Page not found");
});

test("an edit address without an id redirects to the list", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/updateblog");
  expect(page.address()).toBe("/dashboard/manageblog");
});

test("the history compares two versions and restores an old one", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain", summary: "First words" });
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
  expect((await read(dashboard, id)).data).toMatchObject({ summary: "First words" });
  expect((await listVersions(dashboard.db, id))[0]?.number).toBe(3);
});

test("a single version offers no comparison", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
  await dashboard.visit(`/dashboard/updateblog/${id}/history`, "editor");
  expect(inMain().getByText(/There is only one version so far/)).toBeVisible();
});

test("preview links are created, shown once and revoked", async ({ dashboard }) => {
  const id = await createDraft(dashboard, blog, { title: "Rain" });
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
