// @vitest-environment jsdom
import { fireEvent, screen, within } from "@testing-library/react";
import { expect } from "vitest";
import {
  readLeadSettings,
  readVersionedLeadSettings,
  saveLeadSettings,
} from "#app/domain/leads/lead-settings.ts";
import { readLead, sendLead } from "#app/domain/leads/leads.fixture.ts";
import { sendReply } from "#app/domain/leads/workflow/answers.ts";
import { addNote } from "#app/domain/leads/workflow/notes.ts";
import { saveTemplate } from "#app/domain/leads/workflow/templates.ts";
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
  readTabs,
  tab,
  textOf,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import { clearTables } from "#tests/support/dashboard/records.ts";

test.beforeAll(({ dashboard }) => {
  // Messages of these tests arrive at noon.
  dashboard.clock.pass(3 * 60 * 60);
});
test.beforeEach(({ dashboard }) =>
  clearTables(
    dashboard,
    "lead_notes",
    "lead_replies",
    "lead_events",
    "leads",
    "reply_templates",
    "views",
    "outbox",
    "limits",
  ),
);

const inbox = "/dashboard/usercontactdata";
const requests = "/dashboard/call/requests";

/** Texts of the rows of a list. */
function listed(title = "Inbox"): string[] {
  const list = inMain().getByRole("region", { name: title });
  return within(list)
    .queryAllByRole("checkbox", { name: /^Select / })
    .map((box) => (box.getAttribute("aria-label") ?? "").replace("Select ", ""));
}

const replyAs = ({ db, actionContext }: Dashboard, role: StaffRole, id: string, text: string) =>
  write(db, (tx) => sendReply(tx, { kind: "message", id }, { text }, actionContext(role)));

const conversation = () => inMain().getByRole("list", { name: "Conversation" });
const details = () => within(inMain().getByRole("complementary", { name: "Details" }));

test("an empty inbox explains where messages come from", async ({ dashboard }) => {
  await dashboard.visit(inbox, "editor");
  expect(heading()).toMatch(/^Inbox/);
  expect(inMain().getByRole("heading", { name: "No new messages" })).toBeVisible();
  expect(inMain().getByText("What visitors send appears here automatically.")).toBeVisible();
});

test("new messages are listed with sender and first words", async ({ dashboard }) => {
  await sendLead(dashboard.db, { name: "Rahima", message: "Do you build ledgers?", company: "Shapla Mills" });
  await sendLead(dashboard.db, { name: "<b>Karim</b>", email: "karim@x.example", message: "বৃষ্টি হবে?" });
  await dashboard.visit(inbox, "editor");
  expect(listed().toSorted()).toEqual(["<b>Karim</b>", "Rahima"]);
  expect(
    inMain().getByRole("link", { name: /New\. Rahima.*Shapla Mills.*Do you build ledgers\?/ }),
  ).toBeVisible();
  expect(inMain().getByText("বৃষ্টি হবে?")).toBeVisible();
  expect(inMain().getByText(/Select one to read it/)).toBeVisible();
});

test("folders, words and filters narrow the list and stay in the address", async ({ dashboard }) => {
  const open = await sendLead(dashboard.db, { name: "Rahima", email: "rahima@x.example" });
  await dashboard.db.query.updateTable("leads").set({ status: "open" }).where("id", "=", open).execute();
  await sendLead(dashboard.db, { name: "Karim", email: "karim@x.example", message: "A boat, please" });
  const page = await dashboard.visit(inbox);
  expect(readTabs("Folders").map(({ name }) => name)).toEqual([
    "New 1",
    "Open 1",
    "Waiting 0",
    "Snoozed 0",
    "Closed 0",
    "Spam 0",
    "All 2",
  ]);
  await page.press(tab("Folders", "Open"));
  expect(page.address()).toBe(`${inbox}?folder=open`);
  expect(listed()).toEqual(["Rahima"]);
  const search = inMain().getByRole("searchbox", { name: "Search messages" });
  await page.user.type(search, "boat{Enter}");
  await page.settle();
  expect(page.address()).toContain("q=boat");
  expect(listed()).toEqual(["Karim"]);
  await page.press(inMain().getByRole("link", { name: "Clear filters" }));
  await page.user.type(inMain().getByRole("searchbox", { name: "Search messages" }), "nothing{Enter}");
  await page.settle();
  expect(inMain().getByRole("heading", { name: "No results for “nothing”" })).toBeVisible();
});

test("selected messages are closed together, with a message and undo", async ({ dashboard }) => {
  const first = await sendLead(dashboard.db, { name: "Rahima", email: "rahima@x.example" });
  const second = await sendLead(dashboard.db, { name: "Karim", email: "karim@x.example" });
  const page = await dashboard.visit(inbox, "editor");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rahima" }));
  expect(inMain().getByText("1 selected")).toBeVisible();
  await page.user.click(inMain().getByRole("button", { name: "Select all on this page" }));
  expect(inMain().getByText("2 selected")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Close" }));
  expect(announced()).toContain("2 messages closed");
  expect(await readLead(dashboard.db, first)).toMatchObject({ status: "closed" });
  expect(listed()).toEqual([]);
  await page.press(undoButton());
  expect(announced()).toContain("2 messages restored");
  expect(await readLead(dashboard.db, second)).toMatchObject({ status: "new" });
  expect(listed()).toHaveLength(2);
});

test("selected messages are assigned, snoozed, marked and merged", async ({ dashboard }) => {
  const first = await sendLead(dashboard.db, { name: "Rahima", email: "rahima@x.example" });
  const second = await sendLead(dashboard.db, { name: "Karim", email: "karim@x.example" });
  const page = await dashboard.visit(`${inbox}?folder=all`, "editor");
  const select = (name: string) =>
    page.user.click(inMain().getByRole("checkbox", { name: `Select ${name}` }));
  await select("Rahima");
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Assign to" }), "Asha Rahman");
  await page.press(inMain().getByRole("button", { name: "Assign" }));
  expect(announced()).toContain("1 message assigned to Asha Rahman");
  expect(await readLead(dashboard.db, first)).toMatchObject({ assignee_id: dashboard.people.admin.id });
  await select("Karim");
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Snooze until" }), "Tomorrow morning");
  await page.press(inMain().getByRole("button", { name: "Snooze" }));
  expect(announced()).toContain("1 message snoozed");
  expect((await readLead(dashboard.db, second)).snoozed_until).toBe("2026-03-02T09:00:00.000Z");
  await select("Karim");
  await page.press(inMain().getByRole("button", { name: "Mark as spam" }));
  expect(announced()).toContain("1 message marked as spam");
  await page.goTo(`${inbox}?folder=spam`);
  await select("Karim");
  await page.press(inMain().getByRole("button", { name: "Not spam" }));
  expect(announced()).toContain("1 message moved to New");
  await page.goTo(`${inbox}?folder=all`);
  await select("Karim");
  await select("Rahima");
  await page.press(inMain().getByRole("button", { name: "Merge" }));
  expect(announced()).toContain("1 message merged");
  expect(listed()).toHaveLength(1);
});

test("a view is saved, used and deleted", async ({ dashboard }) => {
  const page = await dashboard.visit(`${inbox}?folder=open`, "editor");
  await page.user.click(disclosure("Saved views"));
  await page.fill(screen.getByRole("textbox", { name: "Name of the view" }), "Mine");
  await page.press(screen.getByRole("button", { name: "Save view" }));
  expect(announced()).toContain("View saved");
  await page.goTo(inbox);
  await page.press(await menuItem(page.user, "Saved views", "Mine"));
  expect(page.address()).toBe(`${inbox}?folder=open`);
  const remove = screen.queryByRole("button", { name: "Delete the view Mine" });
  await page.press(remove ?? (await menuItem(page.user, "Saved views", "Delete the view Mine")));
  expect(announced()).toContain("View “Mine” deleted");
});

test("the export keeps the filters", async ({ dashboard }) => {
  await dashboard.visit(`${inbox}?folder=closed`);
  expect(inMain().getByRole("link", { name: "Export" })).toHaveAttribute(
    "href",
    "/api/contact/export?folder=closed",
  );
});

test("a message opens next to the list with sender, page and consent", async ({ dashboard }) => {
  await sendLead(dashboard.db, {
    name: "Rahima",
    email: "rahima@shapla.example",
    phone: "01712345678",
    message: "Do you build ledgers?\nOf 1 < 2 & 3 > 2 pages",
  });
  const page = await dashboard.visit(`${inbox}?folder=all`, "editor");
  await page.press(inMain().getByRole("link", { name: /Rahima/ }));
  expect(page.address()).toMatch(/^\/dashboard\/usercontactdata\/[\da-f-]{36}\?folder=all$/);
  expect(inMain().getByRole("heading", { level: 2, name: "Rahima" })).toBeVisible();
  expect(textOf(conversation())).toContain("Do you build ledgers? Of 1 < 2 & 3 > 2 pages");
  expect(details().getByRole("link", { name: "rahima@shapla.example" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^mailto:rahima@shapla\.example\?subject=/),
  );
  expect(details().getByRole("link", { name: "/contact" })).toBeVisible();
  expect(details().getByText("You may keep what I write here to answer me.")).toBeVisible();
});

test("Bangla text has its language attribute", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { name: "রহিমা বেগম", message: "আপনারা কি হিসাবের খাতা বানান?" });
  await dashboard.visit(`${inbox}/${id}`);
  expect(inMain().getByRole("heading", { level: 2, name: "রহিমা বেগম" })).toHaveAttribute("lang", "bn");
  expect(within(conversation()).getByText("আপনারা কি হিসাবের খাতা বানান?")).toHaveAttribute("lang", "bn");
});

test("a reply is sent, added to the history, and assigns the message", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.fill(inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" }), "Yes, we do.");
  await page.press(inMain().getByRole("button", { name: "Send and mark as waiting" }));
  expect(announced()).toContain("Reply sent");
  expect(textOf(conversation())).toContain("Nadia Karim replied");
  expect(textOf(conversation())).toContain("Yes, we do.");
  expect(await readLead(dashboard.db, id)).toMatchObject({
    status: "waiting",
    assignee_id: dashboard.people.editor.id,
  });
  const mails = await dashboard.db.query.selectFrom("outbox").select(["to_address", "template"]).execute();
  expect(mails).toContainEqual({ to_address: "rahima@shapla.example", template: "lead-reply" });
});

test("a colleague's reply keeps the draft and must be read first", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  const field = inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" });
  await page.fill(field, "Yes, we");
  await page.user.click(disclosure("Add note"));
  const note = inMain().getByRole("textbox", { name: "Internal note, visible to staff only" });
  await page.fill(note, "Call");
  await replyAs(dashboard, "admin", id, "We do.");
  await page.goTo(page.address());
  expect(announced()).toContain(
    "Asha Rahman has replied in the meantime. Read their reply before you send yours.",
  );
  expect(field).toHaveValue("Yes, we");
  expect(note).toHaveValue("Call");
  expect(note).toBeVisible();
  await page.user.type(field, " do.");
  expect(inMain().getByText(/^Draft saved at \d\d:\d\d$/)).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Send" }));
  expect(field).toHaveAccessibleDescription(/Asha Rahman has replied in the meantime/);
  expect(field).toHaveValue("Yes, we do.");
  await page.press(inMain().getByRole("button", { name: "Send" }));
  expect(announced()).toContain("Reply sent");
  expect(field).toHaveValue("");
  await page.press(inMain().getByRole("button", { name: "Save note" }));
  expect(announced()).toContain("Note saved");
  expect(note).toHaveValue("");
  expect(note).not.toBeVisible();
});

test("colleagues with the same name are distinguished by id", async ({ dashboard }) => {
  const { db, people } = dashboard;
  const rename = (name: string) =>
    db.query.updateTable("users").set({ name }).where("id", "=", people.admin.id).execute();
  await rename(people.editor.name);
  const id = await sendLead(db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.fill(inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" }), "Yes, we");
  await replyAs(dashboard, "admin", id, "We do.");
  await page.goTo(page.address());
  expect(announced()).toContain("Nadia Karim has replied in the meantime.");
  await replyAs(dashboard, "editor", id, "We do indeed.");
  await page.goTo(page.address());
  expect(announced()).toContain("You have replied in the meantime, in another window.");
  await page.press(inMain().getByRole("button", { name: "Send" }));
  expect(announced()).toContain("You have replied in the meantime, in another window. Read that first");
  await rename(people.admin.name);
});

test("text typed while a reply or note is sent stays", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  const typeWhileSending = async (field: HTMLElement, button: string) => {
    await page.fill(field, "Yes, we do.");
    fireEvent.click(inMain().getByRole("button", { name: button }));
    fireEvent.input(field, { target: { value: "Yes, we do. And cheaply." } });
    await page.settle();
  };
  const reply = inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" });
  await typeWhileSending(reply, "Send");
  expect(announced()).toContain("Reply sent");
  expect(reply).toHaveValue("And cheaply.");
  await page.user.click(disclosure("Add note"));
  const note = inMain().getByRole("textbox", { name: "Internal note, visible to staff only" });
  await typeWhileSending(note, "Save note");
  expect(announced()).toContain("Note saved");
  expect(note).toHaveValue("And cheaply.");
  expect(note).toBeVisible();
});

test("a refusal reports an unseen reply, and the next try succeeds", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  const field = inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" });
  await page.fill(field, "Yes.");
  await replyAs(dashboard, "admin", id, "We do.");
  await page.press(inMain().getByRole("button", { name: "Send" }));
  await page.settle();
  expect(textOf(conversation())).toContain("We do.");
  expect(field).toHaveValue("Yes.");
  await page.press(inMain().getByRole("button", { name: "Send" }));
  expect(announced()).toContain("Reply sent");
});

test("a colleague's note keeps the own draft", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.user.click(disclosure("Add note"));
  const note = () => inMain().getByRole("textbox", { name: "Internal note, visible to staff only" });
  await page.fill(note(), "Call");
  await write(dashboard.db, (tx) =>
    addNote(tx, { kind: "message", id }, { text: "Theirs" }, dashboard.actionContext("admin")),
  );
  await page.goTo(page.address());
  expect(textOf(conversation())).toContain("Theirs");
  expect(note()).toBeVisible();
  expect(note()).toHaveValue("Call");
});

test("without a mail server a reply reports that it was not sent", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const { isSending } = dashboard.mail;
  dashboard.mail.isSending = false;
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.fill(inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" }), "Yes.");
  await page.press(inMain().getByRole("button", { name: "Send and close" }));
  dashboard.mail.isSending = isSending;
  expect(announced()).toContain(
    "Not sent: no mail server is set. Kept in Mail; the status of the message was not changed.",
  );
  await dashboard.db.query.updateTable("outbox").set({ status: "stored" }).execute();
  await page.goTo(page.address());
  expect(inMain().getByText("Reply not sent (no mail server)")).toBeVisible();
  expect(await readLead(dashboard.db, id)).toMatchObject({ status: "new" });
});

test("an empty reply is refused next to its field", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { email: "rahima@shapla.example" });
  const page = await dashboard.visit(`${inbox}/${id}`, "editor");
  await page.press(inMain().getByRole("button", { name: "Send" }));
  const field = inMain().getByRole("textbox", { name: "Reply to rahima@shapla.example" });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/\w/);
  expect(await readLead(dashboard.db, id)).toMatchObject({ status: "new" });
});

test("a saved reply fills the reply form", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { name: "Rahima", email: "rahima@shapla.example" });
  const values = { title: "Thanks", body: "Dear {name}, thank you." };
  await write(dashboard.db, (tx) => saveTemplate(tx, null, values, dashboard.actionContext()));
  const page = await dashboard.visit(`${inbox}/${id}`, "editor");
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Saved replies" }), "Thanks");
  const field = inMain().getByRole<HTMLTextAreaElement>("textbox", { name: /^Reply to/ });
  expect(field.value).toBe("Dear Rahima, thank you.");
});

test("status and assignee change as soon as they are chosen", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db);
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.user.selectOptions(details().getByRole("combobox", { name: "Status" }), "Open");
  await page.settle();
  expect(announced()).toContain("1 message moved to Open");
  expect(await readLead(dashboard.db, id)).toMatchObject({ status: "open" });
  await page.user.selectOptions(details().getByRole("combobox", { name: "Assignee" }), "Nadia Karim (me)");
  await page.settle();
  expect(announced()).toContain("1 message assigned to you");
  expect(await readLead(dashboard.db, id)).toMatchObject({ assignee_id: dashboard.people.editor.id });
});

test("the status control keeps the focus when it renders again", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, {});
  const page = await dashboard.visit(`${inbox}/${id}`);
  const before = inMain().getByRole("combobox", { name: "Status" });
  await page.user.selectOptions(before, "Waiting");
  await page.settle();
  expect(inMain().getByRole("combobox", { name: "Status" })).toHaveFocus();
  expect(before).not.toBeInTheDocument();
});

test("a message is snoozed until a chosen time", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db);
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.user.click(disclosure("Pick date and time"));
  await page.fill(details().getByLabelText("Date and time to snooze until"), "2026-03-09T11:30");
  const [, own] = details().getAllByRole("button", { name: "Snooze" });
  if (!own) throw new Error("There is no button for a custom snooze time.");
  await page.press(own);
  expect(announced()).toContain("1 message snoozed");
  expect((await readLead(dashboard.db, id)).snoozed_until).toBe("2026-03-09T11:30:00.000Z");
  expect(details().getByText(/^Snoozed until/)).toBeVisible();
});

test("snoozing requires a time", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db);
  const page = await dashboard.visit(`${inbox}/${id}?folder=all`, "editor");
  await page.user.click(disclosure("Pick date and time"));
  const [, own] = details().getAllByRole("button", { name: "Snooze" });
  await page.press(own ?? document.body);
  expect(announced()).toContain("Enter a date and time.");
  expect((await readLead(dashboard.db, id)).snoozed_until).toBeNull();
});

test("snoozing opens the next message and moves the focus to it", async ({ dashboard }) => {
  const first = await sendLead(dashboard.db, { name: "Rahima", email: "rahima@x.example" });
  const second = await sendLead(dashboard.db, { name: "Karim", email: "karim@x.example" });
  const page = await dashboard.visit(`${inbox}/${first}`, "editor");
  const [snooze] = details().getAllByRole("button", { name: "Snooze" });
  if (!snooze) throw new Error("There is no snooze button.");
  await page.press(snooze);
  expect(page.address()).toBe(`${inbox}/${second}`);
  expect(announced()).toContain("1 message snoozed");
  expect(inMain().getByRole("heading", { level: 2, name: "Karim" })).toHaveFocus();
  await page.press(details().getByRole("button", { name: "Mark as spam" }));
  expect(inMain().getByRole("heading", { level: 2, name: "Karim" })).toHaveFocus();
});

test("marking as spam opens the next message", async ({ dashboard }) => {
  const first = await sendLead(dashboard.db, { name: "Rahima", email: "rahima@x.example" });
  const second = await sendLead(dashboard.db, { name: "Karim", email: "karim@x.example" });
  const page = await dashboard.visit(`${inbox}/${first}`, "editor");
  await page.press(details().getByRole("button", { name: "Mark as spam" }));
  expect(page.address()).toBe(`${inbox}/${second}`);
  expect(announced()).toContain("1 message marked as spam");
});

test("a note is added, edited, deleted and restored", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db);
  const page = await dashboard.visit(`${inbox}/${id}`, "editor");
  await page.user.click(disclosure("Add note"));
  const field = () => inMain().getByRole("textbox", { name: "Internal note, visible to staff only" });
  await page.press(inMain().getByRole("button", { name: "Save note" }));
  expect(field()).toHaveAccessibleDescription(/\w/);
  await page.fill(field(), "Call first.");
  await page.press(inMain().getByRole("button", { name: "Save note" }));
  expect(announced()).toContain("Note saved");
  expect(textOf(conversation())).toContain("Note by Nadia Karim");
  await page.user.click(within(conversation()).getByText("Edit"));
  const former = () => within(conversation()).getByRole("textbox", { name: "Note" });
  await page.fill(former(), " ");
  await page.press(within(conversation()).getByRole("button", { name: "Save note" }));
  expect(former()).toBeInvalid();
  expect(former()).toHaveAccessibleDescription(/\w/);
  await page.fill(former(), "Call twice.");
  await page.press(within(conversation()).getByRole("button", { name: "Save note" }));
  expect(announced()).toContain("Note saved. The earlier version is kept.");
  expect(textOf(conversation())).toContain("Edited once");
  await page.press(within(conversation()).getByRole("button", { name: "Delete" }));
  expect(announced()).toContain("Note deleted");
  expect(textOf(conversation())).not.toContain("Call twice.");
  await page.press(undoButton());
  expect(textOf(conversation())).toContain("Call twice.");
});

test("messages from the same address are merged and unmerged", async ({ dashboard }) => {
  const first = await sendLead(dashboard.db, { email: "rahima@x.example", message: "First" });
  await sendLead(dashboard.db, {
    email: "rahima@x.example",
    message: "Second",
    phone: "+8801711223344",
    company: "Shapla Clinics",
  });
  const page = await dashboard.visit(`${inbox}/${first}?folder=all`, "editor");
  const details = () => within(inMain().getByRole("complementary", { name: "Details" }));
  expect(details().queryByRole("link", { name: "+8801711223344" })).toBeNull();
  expect(inMain().getByRole("heading", { name: "Also from rahima@x.example" })).toBeVisible();
  const siblings = within(inMain().getByRole("region", { name: "Also from rahima@x.example" }));
  await page.user.click(siblings.getByText(/^new/));
  await page.press(siblings.getByRole("button", { name: "Merge duplicate" }));
  expect(announced()).toContain("1 message merged");
  expect(textOf(conversation())).toContain("Second");
  expect(details().getByRole("link", { name: "+8801711223344" })).toBeVisible();
  expect(details().getByRole("link", { name: "WhatsApp" })).toBeVisible();
  expect(details().getByText("Shapla Clinics")).toBeVisible();
  expect(details().getAllByRole("link", { name: "rahima@x.example" })).toHaveLength(1);
  await page.press(within(conversation()).getByRole("button", { name: "Unmerge" }));
  expect(announced()).toContain("1 message unmerged");
  expect(textOf(conversation())).not.toContain("Second");
});

test("an unknown message gives 404", async ({ dashboard }) => {
  await dashboard.visit(`${inbox}/00000000-0000-0000-0000-000000000000`);
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("call requests are listed, tried, undone and completed", async ({ dashboard }) => {
  const id = await sendLead(dashboard.db, { name: "Karim", bestTime: "Morning" }, {}, "call");
  const page = await dashboard.visit(requests, "editor");
  expect(heading()).toMatch(/^Call requests/);
  expect(listed("Call requests")).toEqual(["Karim"]);
  await page.press(inMain().getByRole("link", { name: /Karim/ }));
  expect(details().getByRole("link", { name: "+8801712345678" })).toHaveAttribute(
    "href",
    "tel:+8801712345678",
  );
  expect(details().getByRole("link", { name: /WhatsApp/ })).toHaveAttribute(
    "href",
    "https://wa.me/8801712345678",
  );
  await page.press(inMain().getByRole("button", { name: "No answer" }));
  expect(announced()).toContain("No answer: 1 try so far");
  expect(inMain().getByText("Tried once so far")).toBeVisible();
  await page.press(undoButton());
  expect(announced()).toContain("Try removed");
  expect(await readLead(dashboard.db, id)).toMatchObject({ tries: 0 });
  await page.press(inMain().getByRole("button", { name: "Mark call as done" }));
  expect(announced()).toContain("Call marked as done");
  expect(await readLead(dashboard.db, id)).toMatchObject({ status: "closed" });
});

test("an empty list of call requests has a message", async ({ dashboard }) => {
  await dashboard.visit(requests);
  expect(inMain().getByRole("heading", { name: "No new call requests" })).toBeVisible();
});

test("admins save the inbox rules", async ({ dashboard }) => {
  const page = await dashboard.visit(`${inbox}/rules`);
  expect(heading()).toBe("Inbox settings");
  await page.fill(inMain().getByRole("textbox", { name: "Respond within (hours)" }), "8");
  await page.fill(inMain().getByRole("textbox", { name: "Maximum links in a message" }), "two");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  const links = () => inMain().getByRole("textbox", { name: "Maximum links in a message" });
  expect(links()).toBeInvalid();
  expect(links()).toHaveAccessibleDescription(/\w/);
  expect(inMain().getByRole("textbox", { name: "Respond within (hours)" })).toHaveValue("8");
  await page.fill(links(), "2");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(announced()).toContain("Settings saved");
  expect(await readLeadSettings(dashboard.db)).toMatchObject({
    answer: { withinHours: 8 },
    spam: { mostLinks: 2 },
  });
});

test("text typed while the rules are saved stays and is saved next", async ({ dashboard }) => {
  const page = await dashboard.visit(`${inbox}/rules`);
  const hours = () => inMain().getByRole("textbox", { name: "Respond within (hours)" });
  await page.fill(hours(), "5");
  fireEvent.click(inMain().getByRole("button", { name: "Save" }));
  fireEvent.input(hours(), { target: { value: "6" } });
  await page.settle();
  expect(announced()).toContain("Settings saved");
  expect(hours()).toHaveValue("6");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(await readLeadSettings(dashboard.db)).toMatchObject({ answer: { withinHours: 6 } });
});

test("conflicting rules are compared, and the chosen ones are saved", async ({ dashboard }) => {
  const page = await dashboard.visit(`${inbox}/rules`);
  const hours = () => inMain().getByRole("textbox", { name: "Respond within (hours)" });
  await page.fill(hours(), "5");
  const { settings, version } = await readVersionedLeadSettings(dashboard.db);
  const theirs = { ...settings, answer: { ...settings.answer, withinHours: 9 } };
  await write(dashboard.db, (tx) =>
    saveLeadSettings(tx, theirs, { ...dashboard.actionContext("editor"), basedOn: version }),
  );
  await page.press(inMain().getByRole("button", { name: "Save" }));
  const both = within(inMain().getByRole("group", { name: /Respond within/ }));
  expect(both.getByText("5")).toBeVisible();
  expect(both.getByText("9")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(hours()).toHaveValue("5");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  expect(announced()).toContain("Settings saved");
  expect(await readLeadSettings(dashboard.db)).toMatchObject({ answer: { withinHours: 5 } });
});

test("each invalid rule is refused next to its field", async ({ dashboard }) => {
  const page = await dashboard.visit(`${inbox}/rules`);
  const calls = within(inMain().getByRole("group", { name: "New call request" }));
  await page.fill(calls.getByRole("textbox", { name: "Other addresses" }), "sales@shapla.example, nobody@");
  const hours = within(inMain().getByRole("group", { name: "Business hours" }));
  await page.user.click(hours.getByRole("checkbox", { name: "Count these hours only" }));
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
    await page.user.click(hours.getByRole("checkbox", { name: day }));
  await page.fill(hours.getByLabelText("To"), "08:00");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(calls.getByRole("textbox", { name: "Other addresses" })).toBeInvalid();
  expect(calls.getByRole("textbox", { name: "Other addresses" })).toHaveAccessibleDescription(/^nobody@: /);
  expect(hours.getByRole("group", { name: "Days" })).toHaveAccessibleDescription("Tick at least one day");
  await page.user.click(hours.getByRole("checkbox", { name: "Sunday" }));
  await page.fill(calls.getByRole("textbox", { name: "Other addresses" }), "sales@shapla.example");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(hours.getByLabelText("To")).toHaveAccessibleDescription("The end must be after the beginning");
  await page.fill(hours.getByLabelText("To"), "17:00");
  await page.user.click(inMain().getByRole("checkbox", { name: "Greek" }));
  await page.user.selectOptions(calls.getByRole("combobox", { name: "Frequency" }), "Hourly summary");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(announced()).toContain("Settings saved");
  expect(await readLeadSettings(dashboard.db)).toMatchObject({
    notices: { call: { people: [], addresses: ["sales@shapla.example"], pace: "hourly" } },
    answer: { hours: { days: [7], from: "09:00", to: "17:00" } },
    spam: { scripts: ["Latin", "Bengali", "Devanagari", "Arabic", "Greek"] },
  });
});

test("editors can read the rules but not change them", async ({ dashboard }) => {
  await dashboard.visit(`${inbox}/rules`, "editor");
  expect(inMain().getByText("You can view these settings. Only admins can change them.")).toBeVisible();
  expect(inMain().getByRole("textbox", { name: "Respond within (hours)" })).toBeDisabled();
  expect(inMain().queryByRole("button", { name: "Save" })).toBeNull();
});

test("saved replies are added, changed, refused when empty, and deleted", async ({ dashboard }) => {
  const stored = () => dashboard.db.query.selectFrom("reply_templates").select(["title", "body"]).execute();
  const page = await dashboard.visit(`${inbox}/texts`, "editor");
  expect(heading()).toBe("Saved replies");
  await page.fill(inMain().getByRole("textbox", { name: "Name" }), "Thanks");
  await page.press(inMain().getByRole("button", { name: "Add saved reply" }));
  expect(inMain().getByRole("textbox", { name: "Name" })).toHaveValue("Thanks");
  expect(inMain().getByRole("textbox", { name: "Text" })).toBeInvalid();
  expect(inMain().getByRole("textbox", { name: "Text" })).toHaveAccessibleDescription(/\w/);
  expect(announced()).toMatch(/\w/);
  expect(await stored()).toEqual([]);
  await page.fill(inMain().getByRole("textbox", { name: "Text" }), "Thank you.");
  await page.press(inMain().getByRole("button", { name: "Add saved reply" }));
  expect(announced()).toContain("“Thanks” saved");
  expect(await stored()).toEqual([{ title: "Thanks", body: "Thank you." }]);
  await page.user.click(disclosure("Thanks"));
  await page.press(inMain().getByRole("button", { name: "Delete" }));
  expect(announced()).toContain("“Thanks” deleted");
  expect(await stored()).toEqual([]);
  await page.press(undoButton());
  expect(await stored()).toEqual([{ title: "Thanks", body: "Thank you." }]);
});
