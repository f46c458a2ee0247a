// @vitest-environment jsdom
import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { sections } from "#app/domain/company/sections.ts";
import { readSettingsNow } from "#app/domain/company/settings.ts";
import { readBackupRule } from "#app/ops/backup/backups.ts";
import {
  type Dashboard,
  type DashboardWindow,
  dashboardTest as test,
} from "#tests/support/dashboard/dashboard.tsx";
import { announced, heading, inMain, undoButton } from "#tests/support/dashboard/reading.ts";
import { saveSettings } from "#tests/support/dashboard/records.ts";
import { aRow } from "#tests/support/library.ts";

test.beforeEach(({ dashboard }) => saveSettings(dashboard, { company: { name: "Kolpona" } }));

const company = async ({ settings }: Dashboard) => (await settings()).company;
const path = "/dashboard/settings";

/** Section with the field for the company's name. */
const named = sections.find(({ paths }) => paths.includes("company.name"))?.name ?? "";

test("the overview links to every section", async ({ dashboard }) => {
  await dashboard.visit(path);
  expect(heading()).toBe("Settings");
  const links = inMain().getAllByRole("listitem");
  expect(links).toHaveLength(sections.length + 7);
  for (const { title, name } of sections)
    expect(inMain().getByRole("link", { name: new RegExp(`^${title}`) })).toHaveAttribute(
      "href",
      `${path}/${name}`,
    );
});

test.for(sections.map(({ name, title }) => [name, title] as const))(
  "%s has a form",
  async ([name, title], { dashboard }) => {
    const page = await dashboard.visit(`${path}/${name}`);
    expect(heading()).toBe(title);
    expect(inMain().getAllByRole("button", { name: "Save" }).length).toBeGreaterThan(0);
    expect(page.errors()).toEqual([]);
  },
);

/** The visible button, not the hidden one for Enter. */
const save = () => inMain().getByRole("button", { name: "Save" });

test("a setting is saved, confirmed, displayed and undone", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  const field = () => inMain().getAllByRole("textbox", { name: /name/i })[0] ?? document.body;
  expect(field()).toHaveValue("Kolpona");
  await page.fill(field(), "কল্পনা <b>");
  await page.press(save());
  expect(announced()).toMatch(/Saved\./);
  expect(await company(dashboard)).toMatchObject({ name: "কল্পনা <b>" });
  expect(document.title).toContain("কল্পনা <b>");
  await page.press(undoButton());
  expect(announced()).toContain("Restored.");
  expect(await company(dashboard)).toMatchObject({ name: "Kolpona" });
});

test("a portrait is shown, survives other changes, and is removed", async ({ dashboard }) => {
  const portrait = await aRow(dashboard.db, { alt: "A face" });
  const answers = { name: "Mithila", picture: portrait };
  await saveSettings(dashboard, { contact: { answers } });
  const page = await dashboard.visit(`${path}/contact`);
  expect(inMain().getByRole("img", { name: "A face" })).toBeVisible();
  await page.fill(inMain().getByRole("textbox", { name: "Role" }), "Project lead");
  await page.press(save());
  expect((await dashboard.settings()).contact.answers).toEqual({
    name: "Mithila",
    role: "Project lead",
    picture: portrait,
  });
  await page.press(inMain().getByRole("button", { name: "Remove picture" }));
  await page.press(save());
  expect((await dashboard.settings()).contact.answers.picture).toBeNull();
});

test("backup retention has limits, and values from the environment are read-only", async ({ dashboard }) => {
  const { backup, db } = dashboard;
  const page = await dashboard.visit(`${path}/backups`);
  const days = () => inMain().getByRole("textbox", { name: "Days" });
  expect(days()).toHaveValue("7");
  await page.fill(days(), "0");
  await page.press(save());
  expect(days()).toBeInvalid();
  expect(days()).toHaveAccessibleDescription(/from 1 to 90/);
  await page.fill(days(), "14");
  await page.press(save());
  expect(await readBackupRule(db, backup)).toEqual({
    everyHours: 24,
    keep: { days: 14, weeks: 4, months: 12 },
  });
  const audit = await db.query
    .selectFrom("audit")
    .select(["action", "detail"])
    .orderBy("at", "desc")
    .execute();
  expect(audit.some(({ action, detail }) => action === "settings.save" && detail === "backups")).toBe(true);
  backup.everyHours = 12;
  await dashboard.visit(`${path}/backups`);
  expect(inMain().getByText("BACKUP_EVERY").closest("p")).toHaveTextContent(
    "Hours between backups: 12. Set on the server as BACKUP_EVERY, so it can’t be changed here.",
  );
  expect(inMain().queryByRole("textbox", { name: "Hours between backups" })).toBeNull();
  await page.fill(days(), "15");
  await page.press(save());
  expect(await readBackupRule(db, backup)).toMatchObject({ everyHours: 12, keep: { days: 15 } });
  backup.keep = { days: 3, weeks: 2, months: 1 };
  await dashboard.visit(`${path}/backups`);
  expect(inMain().queryByRole("button", { name: "Save" })).toBeNull();
  expect((await readBackupRule(db, backup)).keep).toEqual({ days: 3, weeks: 2, months: 1 });
  Object.assign(backup, { everyHours: null, keep: null });
});

test("saving without changes is reported", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  await page.press(save());
  expect(announced()).toContain("Nothing changed.");
});

test("an invalid e-mail address is refused next to its field", async ({ dashboard }) => {
  const contact = sections.find(({ paths }) =>
    paths.some((one) => one === "company.email" || one === "company"),
  );
  const page = await dashboard.visit(`${path}/${contact?.name ?? named}`);
  const field = () => inMain().getAllByRole("textbox", { name: /^E-mail/ })[0] ?? document.body;
  await page.fill(field(), "hello@");
  await page.press(save());
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(/\w/);
  expect(field()).toHaveValue("hello@");
  expect(await company(dashboard)).toMatchObject({ name: "Kolpona" });
});

test("separate changes merge, and conflicting ones need a choice", async ({ dashboard }) => {
  await saveSettings(dashboard, {
    company: { name: "Kolpona", tagline: "Before", phone: "+880 1700-000141" },
  });
  const page = await dashboard.visit(`${path}/${named}`);
  const theirs = { name: "Theirs", tagline: "Theirs", phone: "+880 1700-000141" };
  await saveSettings(dashboard, { company: theirs }, "editor");
  const field = (name: string | RegExp) => inMain().getAllByRole("textbox", { name })[0] ?? document.body;
  await page.fill(field(/name/i), "Mine");
  await page.fill(field(/^Phone/), "+880 1700-000142");
  await page.press(save());
  expect(
    inMain().getByRole("heading", { name: "Nadia Karim saved this while you were writing" }),
  ).toHaveFocus();
  expect(inMain().queryByRole("button", { name: "Save" })).toBeNull();
  const group = (name: RegExp) => within(inMain().getByRole("group", { name }));
  expect(inMain().getAllByRole("group")).toHaveLength(3);
  expect(group(/name/i).getByText("You both changed this.")).toBeVisible();
  expect(group(/tagline|line/i).getByText("Only Nadia Karim changed this.")).toBeVisible();
  expect(group(/Phone/).getByText("Only you changed this.")).toBeVisible();
  expect(await company(dashboard)).toMatchObject({ name: "Theirs" });
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(field(/name/i)).toHaveValue("Mine");
  expect(save()).toHaveFocus();
  await page.press(save());
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () =>
    expect(await company(dashboard)).toMatchObject({
      name: "Mine",
      tagline: "Theirs",
      phone: "+880 1700-000142",
    }),
  );
});

test("grouped fields merge one by one, and the own window is named", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/contact`);
  await saveSettings(dashboard, { contact: { answers: { name: "Mithila" } } });
  await page.fill(inMain().getByRole("textbox", { name: "Role" }), "Project lead");
  await page.press(save());
  expect(
    inMain().getByRole("heading", { name: "You saved this in another window while you were writing" }),
  ).toBeVisible();
  expect(announced()).not.toMatch(/somebody else/i);
  await page.press(inMain().getByRole("button", { name: "Save merged version" }));
  await waitFor(async () =>
    expect((await dashboard.settings()).contact.answers).toMatchObject({
      name: "Mithila",
      role: "Project lead",
    }),
  );
});

/** Presses Save and continues typing before the answer arrives. */
async function typeOnWhileSaving(
  page: DashboardWindow,
  field: () => HTMLElement,
  sent: string,
  more: string,
) {
  await page.fill(field(), sent);
  fireEvent.click(save());
  fireEvent.input(field(), { target: { value: more } });
  await page.settle();
}

test("text typed during a save stays and is saved next", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  const field = () => inMain().getAllByRole("textbox", { name: /name/i })[0] ?? document.body;
  const before = field();
  await typeOnWhileSaving(page, field, "Mine", "Mine as well");
  expect(announced()).toMatch(/Saved\./);
  expect(await company(dashboard)).toMatchObject({ name: "Mine" });
  expect(field()).toHaveValue("Mine as well");
  expect(field()).toBe(before);
  await page.press(save());
  expect(await company(dashboard)).toMatchObject({ name: "Mine as well" });
  expect(field()).toHaveValue("Mine as well");
  await page.press(undoButton());
  expect(field()).toHaveValue("Mine");
});

test("undo in a toast keeps typed text, which is compared when saved", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  const email = () => inMain().getAllByRole("textbox", { name: /^E-mail/ })[0] ?? document.body;
  await page.fill(email(), "first@kolpona.example");
  await page.press(save());
  await page.fill(email(), "second@kolpona.example");
  await page.press(save());
  await page.fill(email(), "third@kolpona.example");
  await page.press(undoButton());
  expect(announced()).toContain("Restored.");
  expect(await company(dashboard)).toMatchObject({ email: "first@kolpona.example" });
  expect(email()).toHaveValue("third@kolpona.example");
  await page.press(save());
  const group = await inMain().findByRole("group", { name: /E-mail/ });
  expect(group).toHaveTextContent("third");
  expect(group).toHaveTextContent("first");
});

test("text typed during a refused save keeps the former base version", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  const email = () => inMain().getAllByRole("textbox", { name: /^E-mail/ })[0] ?? document.body;
  await typeOnWhileSaving(page, email, "one@kolpona.example", "two@");
  await typeOnWhileSaving(page, email, "two@", "two@kolpona.example");
  expect(email()).toBeInvalid();
  await page.press(save());
  expect(inMain().queryByRole("heading", { name: /while you were writing/ })).toBeNull();
  expect(await company(dashboard)).toMatchObject({ email: "two@kolpona.example" });
});

test("text typed during a refused save is part of the comparison", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  const email = () => inMain().getAllByRole("textbox", { name: /^E-mail/ })[0] ?? document.body;
  await typeOnWhileSaving(page, email, "hello@", "hello@kolpona.example");
  expect(email()).toBeInvalid();
  expect(email()).toHaveValue("hello@kolpona.example");
  await saveSettings(dashboard, { company: { name: "Theirs" } }, "editor");
  const name = () => inMain().getAllByRole("textbox", { name: /name/i })[0] ?? document.body;
  await typeOnWhileSaving(page, name, "Mine", "Mine as well");
  const group = () => within(inMain().getByRole("group", { name: /name/i }));
  await waitFor(() => expect(group().getByText("Mine as well")).toBeVisible());
  await page.press(inMain().getByRole("button", { name: "Back to writing" }));
  expect(name()).toHaveValue("Mine as well");
  expect(save()).toHaveFocus();
});

test("text survives the password prompt, with its base version", async ({ dashboard }) => {
  const { db, clock } = dashboard;
  const page = await dashboard.visit(`${path}/backups`);
  const { version } = await readSettingsNow(db);
  const days = () => inMain().getByRole("textbox", { name: "Days" });
  await page.fill(days(), "21");
  const form = days().closest("form") ?? undefined;
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  await saveSettings(dashboard, { company: { name: "Meanwhile" } });
  clock.pass(16 * 60);
  const answer = await fetch(`${path}/backups`, { method: "POST", headers: { accept: "text/html" }, body });
  expect(answer.status).toBe(303);
  await db.query.updateTable("sessions").set({ reauthenticated_at: clock.now().toISOString() }).execute();
  await page.goTo(path);
  await page.goTo(`${path}/backups`);
  expect(days()).toHaveValue("21");
  expect(document.querySelector("[name=basedOn]")).toHaveValue(String(version));
  await page.press(save());
  expect(await readBackupRule(db, dashboard.backup)).toMatchObject({ keep: { days: 21 } });
  await page.fill(days(), "22");
  await page.press(save());
  await page.goTo(`${path}/backups`);
  expect(days()).toHaveValue("22");
});

test("a refused field gets the focus, and saving removes the message", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/${named}`);
  const field = () => inMain().getAllByRole("textbox", { name: /e-mail/i })[0] ?? document.body;
  await page.fill(field(), "hello@");
  await page.press(save());
  expect(field()).toHaveFocus();
  expect(announced()).toContain("Please check these fields.");
  await page.fill(field(), "hello@kolpona.example");
  await page.press(save());
  expect(announced()).toMatch(/Saved\./);
  await waitFor(() => expect(announced()).not.toContain("Please check these fields."));
});

test("an unknown section gives 404", async ({ dashboard }) => {
  await dashboard.visit(`${path}/nothing`);
  expect(heading()).toBe("Page not found");
});

test("connections show e-mail and Google, and send a test e-mail", async ({ dashboard }) => {
  const page = await dashboard.visit(`${path}/connections`);
  expect(heading()).toBe("E-mail and Google");
  expect(inMain().getByText("A mail server is set. Send a test e-mail to check it.")).toBeVisible();
  expect(inMain().getByText(/^Off\. To turn it on/)).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Send a test e-mail to asha@kolpona.example" }));
  expect(announced()).toContain("Test e-mail to asha@kolpona.example is being sent.");
  const mails = await dashboard.db.query.selectFrom("outbox").select(["to_address", "template"]).execute();
  expect(mails).toEqual([{ to_address: "asha@kolpona.example", template: "test" }]);
});

test("without sample content there is nothing to remove", async ({ dashboard }) => {
  await dashboard.visit(`${path}/sample`);
  expect(heading()).toBe("Sample content");
  expect(inMain().getByText("There is no sample content left.")).toBeVisible();
  expect(inMain().queryByRole("button", { name: "Remove sample content" })).toBeNull();
});

test.for(["", "/connections", "/sample", `/${named}`])(
  "editors cannot open /dashboard/settings%s",
  async (below, { dashboard }) => {
    await dashboard.visit(path + below, "editor");
    expect(heading()).toBe("Only admins can open this page");
  },
);
