// @vitest-environment jsdom
import { expect } from "vitest";
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
import { clearTables, createPerson } from "#tests/support/dashboard/records.ts";

test.beforeEach(async ({ dashboard }) => {
  const staff = [dashboard.people.admin.id, dashboard.people.editor.id];
  await dashboard.db.query.deleteFrom("users").where("id", "not in", staff).execute();
  await clearTables(dashboard, "sessions");
});

function readUser({ db }: Dashboard, id: string) {
  return db.query
    .selectFrom("users")
    .select(["name", "role", "banned"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const names = () => readTable().map(({ Name }) => Name?.split(" ")[0]);

test("people are listed with role and last activity", async ({ dashboard }) => {
  await createPerson(dashboard, "Rahima Begum");
  await dashboard.visit("/dashboard/user");
  expect(heading()).toBe("People 3");
  expect(readColumns()).toEqual(["Name", "Role", "Sign-in methods", "Joined", "Last seen"]);
  expect(readTable()).toHaveLength(3);
  expect(inRow("Rahima Begum").getByRole("cell", { name: /rahima\.begum@shapla\.example/ })).toBeVisible();
  const [rahima] = readTable().filter(({ Name }) => Name?.startsWith("Rahima"));
  expect(rahima).toMatchObject({ Role: "Member", "Sign-in methods": "None yet", "Last seen": "Never" });
  const [asha] = readTable().filter(({ Name }) => Name?.startsWith("Asha"));
  expect(asha).toMatchObject({ Role: "Admin", "Last seen": "Today 10:00" });
});

test("a name with markup is shown as text", async ({ dashboard }) => {
  await createPerson(dashboard, "<script>alert(1)</script>");
  await dashboard.visit("/dashboard/user?view=member");
  expect(inMain().getByRole("link", { name: "<script>alert(1)</script>" })).toBeVisible();
});

test("role, words and order narrow the list and stay in the address", async ({ dashboard }) => {
  await createPerson(dashboard, "Rahima Begum");
  await createPerson(dashboard, "Karim Ullah", "editor");
  const page = await dashboard.visit("/dashboard/user");
  expect(readTabs("Role").map(({ name }) => name)).toEqual([
    "All 4",
    "Admins 1",
    "Editors 2",
    "Members 1",
    "Banned 0",
    "Invited 0",
  ]);
  await page.press(tab("Role", "Editors"));
  expect(page.address()).toBe("/dashboard/user?view=editor");
  expect(names().toSorted()).toEqual(["Karim", "Nadia"]);
  await page.fill(inMain().getByRole("searchbox", { name: "Search people" }), "SHAPLA");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(page.address()).toMatch(/view=editor.*q=SHAPLA/);
  expect(names()).toEqual(["Karim"]);
  await page.goTo("/dashboard/user");
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Sort by" }), "name");
  await page.settle();
  expect(page.address()).toContain("order=name");
  expect(names()).toEqual(["Asha", "Karim", "Nadia", "Rahima"]);
});

test("an empty result offers a way back", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/user?q=nobody+at+all");
  expect(inMain().getByRole("heading", { name: "Nobody matches “nobody at all”" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Clear filters" }));
  expect(readTable()).toHaveLength(2);
});

test("more than fifty people are paged, and the export keeps the filters", async ({ dashboard }) => {
  for (let n = 0; n < 51; n += 1)
    await createPerson(dashboard, `Member ${String.fromCharCode(97 + (n % 26))}${"x".repeat(n)}`);
  const page = await dashboard.visit("/dashboard/user?view=member");
  expect(readTable()).toHaveLength(50);
  expect(inMain().getByRole("link", { name: "Export as CSV" })).toHaveAttribute(
    "href",
    "/dashboard/user/csv?view=member",
  );
  await page.press(inMain().getByRole("link", { name: "Next" }));
  expect(readTable()).toHaveLength(1);
});

test("an invitation is listed, sent again and revoked", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/user");
  await page.press(inMain().getByRole("link", { name: "Invite" }));
  expect(heading()).toBe("Invite a person");
  expect(inMain().getByRole("radio", { name: /Editor/ })).toBeChecked();
  await page.fill(inMain().getByRole("textbox", { name: "Name" }), "Karim Ullah");
  await page.fill(inMain().getByRole("textbox", { name: "E-mail" }), "karim@shapla.example");
  await page.user.click(inMain().getByRole("radio", { name: /Admin/ }));
  await page.press(inMain().getByRole("button", { name: "Send invitation" }));
  expect(page.address()).toBe("/dashboard/user?view=invited");
  expect(announced()).toContain("Invitation sent to karim@shapla.example. The link is valid for 7 days.");
  expect(readTable()).toMatchObject([{ Role: "Admin", "Invited by": "Asha Rahman" }]);
  await page.press(inMain().getByRole("button", { name: "Send again Karim Ullah" }));
  expect(announced()).toContain("Invitation sent again. The earlier link no longer works.");
  await page.press(inMain().getByRole("button", { name: "Revoke Karim Ullah" }));
  expect(announced()).toContain("Invitation revoked. Its link no longer works.");
  expect(inMain().getByRole("heading", { name: "No open invitations" })).toBeVisible();
});

test("without a mail server the invitation link is shown", async ({ dashboard }) => {
  dashboard.mail.isSending = false;
  try {
    const page = await dashboard.visit("/dashboard/user/invite");
    expect(inMain().getByText(/No mail server is set: you get a link/)).toBeVisible();
    expect(inMain().queryByText(/They get a link by e-mail/)).toBeNull();
    await page.fill(inMain().getByRole("textbox", { name: "Name" }), "Karim Ullah");
    await page.fill(inMain().getByRole("textbox", { name: "E-mail" }), "karim@shapla.example");
    await page.press(inMain().getByRole("button", { name: "Send invitation" }));
    expect(inMain().getByRole("textbox", { name: /send it to karim@shapla.example yourself/ })).toBeVisible();
    expect(inMain().getByText(/you can find it under Mail/)).toBeVisible();
  } finally {
    dashboard.mail.isSending = true;
  }
});

test("an invalid invitation is refused field by field, with its values", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/user/invite");
  await page.fill(inMain().getByRole("textbox", { name: "Name" }), "Karim");
  await page.fill(inMain().getByRole("textbox", { name: "E-mail" }), "karim@");
  const member = inMain().getByRole("radio", { name: /Member/ });
  await page.user.click(member);
  member.setAttribute("value", "owner");
  await page.press(inMain().getByRole("button", { name: "Send invitation" }));
  const role = inMain().getByRole("radiogroup", { name: "Role" });
  expect(role).toBeInvalid();
  expect(role).toHaveAccessibleDescription("Choose member, editor or admin");
  expect(inMain().getByRole("textbox", { name: "E-mail" })).toBeInvalid();
  expect(inMain().getByRole("textbox", { name: "E-mail" })).toHaveAccessibleDescription(/\w/);
  expect(inMain().getByRole("textbox", { name: "E-mail" })).toHaveValue("karim@");
  expect(inMain().getByRole("textbox", { name: "Name" })).toHaveValue("Karim");
});

test("an unknown role is refused next to the choice", async ({ dashboard }) => {
  const id = await createPerson(dashboard, "Rahima Begum");
  const page = await dashboard.visit(`/dashboard/user/${id}`);
  const editor = inMain().getByRole("radio", { name: /Editor/ });
  await page.user.click(editor);
  editor.setAttribute("value", "owner");
  await page.press(inMain().getByRole("button", { name: "Change role" }));
  expect(inMain().getByRole("radiogroup", { name: "Role" })).toHaveAccessibleDescription(
    "Choose member, editor or admin",
  );
});

test("one person shows account, sessions and activity", async ({ dashboard }) => {
  const id = await createPerson(dashboard, "Rahima Begum");
  await dashboard.visit(`/dashboard/user/${id}`);
  expect(heading()).toBe("Rahima Begum");
  expect(inMain().getByRole("link", { name: "rahima.begum@shapla.example" })).toHaveAttribute(
    "href",
    "mailto:rahima.begum@shapla.example",
  );
  for (const name of ["Role", "Sessions", "Activity", "Account", "Access"])
    expect(inMain().getByRole("heading", { name })).toBeVisible();
  expect(inMain().getByText("Not signed in.")).toBeVisible();
  expect(inMain().getByRole("link", { name: "Show all activity" })).toHaveAttribute(
    "href",
    `/dashboard/audit?who=${id}`,
  );
});

test("a role change is confirmed, and undo reverts it", async ({ dashboard }) => {
  const id = await createPerson(dashboard, "Rahima Begum");
  const page = await dashboard.visit(`/dashboard/user/${id}`);
  await page.user.click(inMain().getByRole("radio", { name: /Editor/ }));
  await page.press(inMain().getByRole("button", { name: "Change role" }));
  expect(announced()).toContain("Rahima Begum is now an editor, and has to sign in again.");
  expect(await readUser(dashboard, id)).toMatchObject({ role: "editor" });
  await page.press(undoButton());
  expect(await readUser(dashboard, id)).toMatchObject({ role: "member" });
  expect(inMain().getByRole("radio", { name: /Member/ })).toBeChecked();
});

test("a person is banned and unbanned", async ({ dashboard }) => {
  const id = await createPerson(dashboard, "Rahima Begum");
  const page = await dashboard.visit(`/dashboard/user/${id}`);
  await page.press(inMain().getByRole("button", { name: "Ban" }));
  expect(announced()).toContain("Banned. They are signed out everywhere and can’t sign in.");
  expect(await readUser(dashboard, id)).toMatchObject({ banned: 1 });
  await page.press(inMain().getByRole("button", { name: "Unban" }));
  expect(announced()).toContain("Unbanned. They can sign in again.");
  expect(await readUser(dashboard, id)).toMatchObject({ banned: 0 });
});

test("banning requires a recent sign-in, and the message explains it", async ({ dashboard }) => {
  const id = await createPerson(dashboard, "Rahima Begum");
  const page = await dashboard.visit(`/dashboard/user/${id}`);
  dashboard.clock.pass(16 * 60);
  await page.press(inMain().getByRole("button", { name: "Ban" }));
  expect(announced()).toMatch(/password|who you are/i);
  expect(await readUser(dashboard, id)).toMatchObject({ banned: 0 });
});

test("the last admin keeps the role, and self-ban is refused", async ({ dashboard }) => {
  await dashboard.visit(`/dashboard/user/${dashboard.people.admin.id}`);
  expect(inMain().getByText("This is the last admin. Make somebody else an admin first.")).toBeVisible();
  expect(inMain().queryByRole("button", { name: "Change role" })).toBeNull();
  expect(inMain().queryByRole("button", { name: "Ban" })).toBeNull();
  expect(inMain().getByText(/This is you/)).toBeVisible();
});

test("a person's session is ended", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/home", "editor");
  const page = await dashboard.visit(`/dashboard/user/${dashboard.people.editor.id}`);
  await page.press(inMain().getByRole("button", { name: /^End / }));
  expect(announced()).toContain("Session ended.");
  expect(inMain().getByText("Not signed in.")).toBeVisible();
});

test("an unknown person gives 404", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/user/00000000-0000-0000-0000-000000000000");
  expect(heading()).toBe("Page not found");
});

test.for(["", "/invite"])("editors cannot open /dashboard/user%s", async (below, { dashboard }) => {
  await dashboard.visit(`/dashboard/user${below}`, "editor");
  expect(heading()).toBe("Only admins can open this page");
});
