// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { readCampaign, saveCampaign } from "#app/domain/newsletter/campaigns.ts";
import { aBody, aCampaign, aSending, someReaders } from "#app/domain/newsletter/newsletter.fixture.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  disclosure,
  heading,
  inMain,
  readColumns,
  readTable,
  readTabs,
  tab,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import { clearTables } from "#tests/support/dashboard/records.ts";

test.beforeAll(({ dashboard }) => {
  // Readers of these tests subscribe at noon.
  dashboard.clock.pass(2 * 60 * 60);
});
test.beforeEach(({ dashboard }) => clearTables(dashboard, "outbox", "newsletters", "subscribers"));

const read = ({ db }: Dashboard, id: string) => readCampaign(db, id);
/** Saves the newsletter outside the screen. */
function savedElsewhere({ db, actionContext }: Dashboard, id: string, preview: string) {
  return write(db, (tx) =>
    saveCampaign(tx, id, { subject: "News from the loom", preview, body: aBody() }, actionContext()),
  );
}
/** The merged text is saved with a delay. */
const savedAgain = (dashboard: Dashboard, id: string) =>
  waitFor(async () =>
    expect((await read(dashboard, id)).version, "as made, saved elsewhere, merged").toBe(3),
  );
const path = (id: string) => `/dashboard/newsletter/${id}`;

test("an empty list explains newsletters and the number of readers", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/newsletter", "editor");
  expect(heading()).toBe("Newsletter 0");
  expect(inMain().getByRole("heading", { name: "No newsletters yet" })).toBeVisible();
  expect(inMain().getByText(/nobody yet/)).toBeVisible();
});

test("newsletters are listed with state and results", async ({ dashboard }) => {
  await aCampaign(dashboard.db, { subject: "বৃষ্টির খবর", preview: "<b>Wet</b>" });
  await aSending(dashboard.db);
  await dashboard.visit("/dashboard/newsletter", "editor");
  expect(readColumns()).toEqual(["Subject", "Status", "Sent", "Failed", "Unsubscribed", "Date"]);
  const rows = readTable();
  expect(rows.find(({ Subject }) => Subject?.startsWith("বৃষ্টির খবর"))).toMatchObject({
    Subject: "বৃষ্টির খবর <b>Wet</b>",
    Status: "Draft",
    Sent: "",
  });
  expect(rows.find(({ Subject }) => Subject === "News from the loom")).toMatchObject({
    Status: "Sending",
    Sent: "0 of 10",
  });
});

test("the status narrows the list", async ({ dashboard }) => {
  await aCampaign(dashboard.db);
  const page = await dashboard.visit("/dashboard/newsletter");
  expect(readTabs("Status").map(({ name }) => name)).toEqual([
    "All 1",
    "Drafts 1",
    "Scheduled 0",
    "Sending 0",
    "Sent 0",
    "Cancelled 0",
  ]);
  await page.press(tab("Status", "Sent"));
  expect(page.address()).toBe("/dashboard/newsletter?view=sent");
  expect(inMain().getByRole("heading", { name: "No newsletters under “Sent”" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Show all newsletters" }));
  expect(readTable()).toHaveLength(1);
});

test("a new newsletter has a generated subject", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/newsletter", "editor");
  await page.press(inMain().getByRole("button", { name: "New newsletter" }));
  expect(page.address()).toMatch(/^\/dashboard\/newsletter\/[\da-f-]{36}$/);
  expect(inMain().getByRole("textbox", { name: "Subject" })).toHaveValue("News from Kolpona, March 2026");
  expect(inMain().getByText("Nobody is subscribed yet, so it can’t be sent.")).toBeVisible();
  expect(inMain().getByRole("textbox", { name: "Subject" })).toHaveFocus();
  await page.user.keyboard("Rain");
  expect(inMain().getByRole("textbox", { name: "Subject" })).toHaveValue("Rain");
});

test("saving a draft requires a subject", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(path(id), "editor");
  const state = () => within(inMain().getByRole("region", { name: "State" }));
  await page.fill(inMain().getByRole("textbox", { name: "Subject" }), "Rain in March");
  await page.press(state().getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(await read(dashboard, id)).toMatchObject({ subject: "Rain in March" }));
  await page.fill(inMain().getByRole("textbox", { name: "Subject" }), "");
  await page.press(state().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("main")).toHaveTextContent(/subject/i));
  expect(await read(dashboard, id)).toMatchObject({ subject: "Rain in March" });
});

test("a test goes only to the current user", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(`${path(id)}/preview`, "editor");
  expect(heading()).toBe("Preview");
  await page.press(inMain().getByRole("button", { name: /Send test to me/ }));
  expect(announced()).toMatch(/nadia@kolpona\.example/);
  const mails = await dashboard.db.query.selectFrom("outbox").select("to_address").execute();
  expect(mails).toEqual([{ to_address: "nadia@kolpona.example" }]);
});

test("the preview shows the mail and its plain text", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(`${path(id)}/preview`);
  expect(readTabs("Preview as").map(({ name }) => name)).toEqual(["Desktop", "Phone", "Plain text"]);
  await page.press(tab("Preview as", "Plain text"));
  expect(page.address()).toContain("as=text");
  expect(inMain().getByText(/The looms are running again\./)).toBeVisible();
});

test("a newsletter is sent now to all confirmed readers", async ({ dashboard }) => {
  await someReaders(dashboard.db, 2);
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(`${path(id)}/send`, "editor");
  expect(heading()).toBe("Send newsletter");
  await page.press(inMain().getByRole("button", { name: "Send it to 2 readers now" }));
  expect(page.address()).toBe(path(id));
  expect(announced()).toContain("Sending to 2 readers.");
  expect((await read(dashboard, id)).state).not.toBe("draft");
});

test("warns before sending when Gmail would cut the newsletter", async ({ dashboard }) => {
  await someReaders(dashboard.db, 1);
  const paragraph = {
    type: "paragraph" as const,
    content: [{ type: "text" as const, text: "Rain on the looms. ".repeat(20) }],
  };
  const warning = () => inMain().queryByText(/Gmail cuts e-mails above 104 KB/);
  const short = await aCampaign(dashboard.db);
  await dashboard.visit(`${path(short)}/send`, "editor");
  expect(warning()).toBeNull();
  const body = { type: "doc" as const, content: Array.from({ length: 900 }, () => paragraph) };
  const long = await aCampaign(dashboard.db, { body });
  await dashboard.visit(`${path(long)}/send`, "editor");
  expect(warning()).toBeVisible();
  await dashboard.visit(`${path(long)}/preview`, "editor");
  expect(warning()).toBeVisible();
});

test("a newsletter changed since its preview is not sent", async ({ dashboard }) => {
  await someReaders(dashboard.db, 1);
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(`${path(id)}/send`);
  await dashboard.db.query
    .updateTable("newsletters")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await page.press(inMain().getByRole("button", { name: "Send it to 1 reader now" }));
  expect(announced()).toContain("It has changed since you opened this page.");
  expect((await read(dashboard, id)).state).toBe("draft");
});

test("a newsletter is scheduled, and undo cancels the schedule", async ({ dashboard }) => {
  await someReaders(dashboard.db, 1);
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(`${path(id)}/send`, "editor");
  await page.fill(inMain().getByLabelText("Send at"), "2026-02-01T10:00");
  await page.press(inMain().getByRole("button", { name: "Schedule" }));
  expect(inMain().getByLabelText("Send at")).toBeInvalid();
  expect(inMain().getByLabelText("Send at")).toHaveValue("2026-02-01T10:00");
  await page.fill(inMain().getByLabelText("Send at"), "2026-04-01T10:00");
  await page.press(inMain().getByRole("button", { name: "Schedule" }));
  expect(announced()).toContain("Scheduled for Wednesday 1 April 2026, 10:00 (UTC).");
  expect((await read(dashboard, id)).state).toBe("scheduled");
  expect(inMain().getByRole("button", { name: "Cancel schedule" })).toBeVisible();
  await page.press(undoButton());
  expect((await read(dashboard, id)).state).toBe("draft");
});

test("an empty newsletter, or one without readers, is not sent", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(`${path(id)}/send`);
  expect(inMain().getByRole("heading", { name: "Nobody is subscribed yet" })).toBeVisible();
  const empty = await aCampaign(dashboard.db, { body: { type: "doc", content: [{ type: "paragraph" }] } });
  await page.goTo(`${path(empty)}/send`);
  expect(inMain().getByRole("heading", { name: "This newsletter is empty" })).toBeVisible();
});

test("sending is paused, resumed and cancelled", async ({ dashboard }) => {
  const id = await aSending(dashboard.db);
  const page = await dashboard.visit(path(id), "editor");
  expect(heading()).toBe("News from the loom");
  expect(inMain().getByRole("progressbar", { name: "Progress" })).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Pause" }));
  expect((await read(dashboard, id)).state).toBe("paused");
  await page.press(inMain().getByRole("button", { name: "Resume" }));
  expect((await read(dashboard, id)).state).toBe("sending");
  await page.user.click(disclosure("Stop sending…"));
  await page.press(inMain().getByRole("button", { name: "Stop sending" }));
  expect((await read(dashboard, id)).state).toBe("cancelled");
  expect(inMain().getByText(/The rest was cancelled\./)).toBeVisible();
});

test("a sent newsletter is duplicated as a draft", async ({ dashboard }) => {
  const id = await aSending(dashboard.db, { readers: 1 });
  const page = await dashboard.visit(path(id));
  await page.press(inMain().getByRole("button", { name: "Duplicate" }));
  expect(page.address()).not.toBe(path(id));
  expect(inMain().getByRole("textbox", { name: "Subject" })).toBeVisible();
});

test("a draft is deleted permanently", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(path(id), "editor");
  await page.user.click(disclosure("Delete draft…"));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(page.address()).toBe("/dashboard/newsletter");
  expect(await dashboard.db.query.selectFrom("newsletters").select("id").execute()).toEqual([]);
});

test("each save compares the newer version with the current form", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(path(id), "editor");
  await savedElsewhere(dashboard, id, "Theirs");
  const preview = () => inMain().getByRole("textbox", { name: "Preview text" });
  const save = () =>
    within(inMain().getByRole("region", { name: "State" })).getByRole("button", { name: "Save" });
  const compared = () => inMain().findByRole("form", { name: /while you were writing/ });
  await page.fill(preview(), "Mine");
  await page.press(save());
  expect(await compared()).toHaveAccessibleName("Asha Rahman saved this while you were writing");
  expect((await compared()).querySelector(".differences ins")).toHaveTextContent("Mine");
  expect(inMain().queryByRole("textbox", { name: "Preview text" })).toBeNull();
  expect(inMain().queryByRole("button", { name: "Preview" })).toBeNull();
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(save()).toHaveFocus();
  await page.fill(preview(), "Longer");
  await page.press(save());
  expect((await compared()).querySelector(".differences ins")).toHaveTextContent("Longer");
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () => expect(await read(dashboard, id)).toMatchObject({ preview: "Longer" }));
});

test("a merge keeps each field from the person who changed it", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db, { subject: "News from the loom" });
  const page = await dashboard.visit(path(id), "editor");
  await savedElsewhere(dashboard, id, "Theirs");
  await page.fill(inMain().getByRole("textbox", { name: "Subject" }), "News from the new loom");
  await page.user.keyboard("{Control>}s{/Control}");
  const compared = await inMain().findByRole("form", { name: /while you were writing/ });
  expect(within(compared).getAllByRole("group")).toHaveLength(2);
  expect(within(compared).getByText("Only you changed this.")).toBeVisible();
  expect(within(compared).getByText("Only Asha Rahman changed this.")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () =>
    expect(await read(dashboard, id)).toMatchObject({
      subject: "News from the new loom",
      preview: "Theirs",
      body: aBody(),
    }),
  );
  expect(inMain().getByRole("textbox", { name: "Preview text" })).toHaveValue("Theirs");
});

test("a conflict with the own other window is described as such", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(path(id));
  await savedElsewhere(dashboard, id, "Mine as well");
  await page.fill(inMain().getByRole("textbox", { name: "Preview text" }), "Mine");
  await page.user.keyboard("{Control>}s{/Control}");
  const compared = await inMain().findByRole("form", { name: /while you were writing/ });
  expect(compared).toHaveAccessibleName("You saved this in another window while you were writing");
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(announced()).toContain("You have saved this newsletter in another window.");
  await page.user.keyboard("{Control>}s{/Control}");
  await page.user.click(await inMain().findByRole("radio", { name: /^The other window’s/ }));
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  expect(inMain().getByRole("textbox", { name: "Preview text" })).toHaveValue("Mine as well");
  await savedAgain(dashboard, id);
});

test("a comparison opened again starts from the current text", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(path(id), "editor");
  await savedElsewhere(dashboard, id, "Theirs");
  await page.fill(inMain().getByRole("textbox", { name: "Preview text" }), "Mine");
  await page.user.keyboard("{Control>}s{/Control}");
  const compared = await inMain().findByRole("form", { name: /while you were writing/ });
  await page.user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(compared).not.toBeInTheDocument());
  expect(inMain().getByRole("heading", { name: /while you were writing/ })).toHaveFocus();
});

test("restored text does not select the subject", async ({ dashboard }) => {
  const id = await aCampaign(dashboard.db);
  const page = await dashboard.visit(path(id), "editor");
  await savedElsewhere(dashboard, id, "Theirs");
  await page.fill(inMain().getByRole("textbox", { name: "Preview text" }), "Mine");
  await page.user.keyboard("{Control>}s{/Control}");
  await page.user.click(await inMain().findByRole("radio", { name: /’s/ }));
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  expect(inMain().getByRole("textbox", { name: "Preview text" })).toHaveValue("Theirs");
  const subject = inMain().getByRole<HTMLTextAreaElement>("textbox", { name: "Subject" });
  expect(subject.selectionEnd).toBe(subject.selectionStart);
  await savedAgain(dashboard, id);
});

test("an unknown newsletter gives 404", async ({ dashboard }) => {
  await dashboard.visit(path("00000000-0000-0000-0000-000000000000"));
  expect(heading()).toBe("Page not found");
});
