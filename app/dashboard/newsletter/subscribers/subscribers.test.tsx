// @vitest-environment jsdom
import { expect } from "vitest";
import { aReader, subscribe } from "#app/domain/leads/leads.fixture.ts";
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
import { clearTables } from "#tests/support/dashboard/records.ts";

test.beforeEach(({ dashboard }) => clearTables(dashboard, "subscribers", "outbox"));

function stored({ db }: Dashboard) {
  return db.query
    .selectFrom("subscribers")
    .select(["email", "status", "confirmed_by"])
    .orderBy("email")
    .execute();
}

async function statusOf(dashboard: Dashboard, email: string): Promise<string | undefined> {
  return (await stored(dashboard)).find((one) => one.email === email)?.status;
}

test("an empty list explains how people subscribe", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/call", "editor");
  expect(heading()).toBe("Subscribers 0");
  expect(inMain().getByRole("heading", { name: "Nobody has subscribed yet" })).toBeVisible();
  expect(inMain().getByRole("link", { name: "Import addresses" })).toHaveAttribute(
    "href",
    "/dashboard/call/import",
  );
});

test("subscribers are listed with status and consent", async ({ dashboard }) => {
  await aReader(dashboard.db, "rahima@shapla.example");
  await subscribe(dashboard.db, "karim@shapla.example", { address: "198.51.100.9", sourcePath: "/blog" });
  await dashboard.visit("/dashboard/call", "editor");
  expect(heading()).toBe("Subscribers 2");
  expect(readColumns("Subscribers")).toEqual(["Select", "E-mail", "Status", "Consent given", "Confirmed"]);
  const rows = readTable("Subscribers");
  expect(rows.find((row) => row["E-mail"] === "rahima@shapla.example")).toMatchObject({
    Status: "Subscribed",
    "Consent given": expect.stringContaining("on /myprofile"),
    Confirmed: expect.stringContaining("by their account"),
  });
  expect(rows.find((row) => row["E-mail"] === "karim@shapla.example")).toMatchObject({
    Status: "Pending",
    "Consent given": expect.stringContaining("on /blog"),
    Confirmed: "Not yet",
  });
});

test("status and part of the address narrow the list", async ({ dashboard }) => {
  await aReader(dashboard.db, "rahima@shapla.example");
  await subscribe(dashboard.db, "karim@shapla.example");
  const page = await dashboard.visit("/dashboard/call");
  expect(readTabs("Status").map(({ name }) => name)).toEqual([
    "All 2",
    "Subscribed 1",
    "Pending 1",
    "Unsubscribed 0",
    "Bounced 0",
    "Complained 0",
    "Spam 0",
  ]);
  await page.press(tab("Status", "Pending"));
  expect(page.address()).toBe("/dashboard/call?status=pending");
  expect(readTable().map((row) => row["E-mail"])).toEqual(["karim@shapla.example"]);
  await page.fill(inMain().getByRole("searchbox", { name: "Search subscribers" }), "rahima");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(page.address()).toMatch(/status=pending.*q=rahima/);
  expect(inMain().getByRole("heading", { name: "No address matches “rahima”" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Clear filters" }));
  expect(readTable()).toHaveLength(2);
});

test("the export keeps the filters", async ({ dashboard }) => {
  await aReader(dashboard.db);
  await dashboard.visit("/dashboard/call?status=confirmed");
  expect(inMain().getByRole("link", { name: /Export as CSV/ })).toHaveAttribute(
    "href",
    "/dashboard/call/csv?status=confirmed",
  );
});

test("rows are selected singly and all at once, counted and cleared", async ({ dashboard }) => {
  await aReader(dashboard.db, "rahima@shapla.example");
  await aReader(dashboard.db, "karim@shapla.example");
  const page = await dashboard.visit("/dashboard/call");
  const count = () => inMain().getByText(/^\d selected$/).textContent;
  expect(count()).toBe("0 selected");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select karim@shapla.example" }));
  expect(count()).toBe("1 selected");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select all on this page" }));
  expect(count()).toBe("2 selected");
  await page.user.click(inMain().getByRole("button", { name: "Clear selection" }));
  expect(count()).toBe("0 selected");
  expect(inMain().getByRole("checkbox", { name: "Select karim@shapla.example" })).not.toBeChecked();
});

test("selected subscribers are unsubscribed, and undo subscribes them again", async ({ dashboard }) => {
  await aReader(dashboard.db, "rahima@shapla.example");
  await aReader(dashboard.db, "karim@shapla.example");
  const page = await dashboard.visit("/dashboard/call", "editor");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select karim@shapla.example" }));
  await page.press(inMain().getByRole("button", { name: "Unsubscribe" }));
  expect(announced()).toContain("1 address unsubscribed.");
  expect(await statusOf(dashboard, "karim@shapla.example")).toBe("unsubscribed");
  expect(await statusOf(dashboard, "rahima@shapla.example")).toBe("confirmed");
  expect(inRow("karim@shapla.example").getByRole("cell", { name: /^Unsubscribed.*by staff/ })).toBeVisible();
  expect(inMain().getByRole("checkbox", { name: "Select karim@shapla.example" })).not.toBeChecked();
  await page.press(undoButton());
  expect(announced()).toContain("1 address restored.");
  expect(await statusOf(dashboard, "karim@shapla.example")).toBe("confirmed");
});

test("complaints are marked, and only pending subscribers get new confirmations", async ({ dashboard }) => {
  await aReader(dashboard.db, "rahima@shapla.example");
  await subscribe(dashboard.db, "karim@shapla.example");
  const page = await dashboard.visit("/dashboard/call");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select all on this page" }));
  await page.press(inMain().getByRole("button", { name: "Resend confirmation" }));
  expect(announced()).toContain("Confirmation sent again to 1 address.");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select rahima@shapla.example" }));
  await page.press(inMain().getByRole("button", { name: "Mark as complained" }));
  expect(announced()).toContain("1 address marked as complained. They get no more newsletters.");
  expect(await statusOf(dashboard, "rahima@shapla.example")).toBe("complained");
});

test("more than fifty subscribers are paged", async ({ dashboard }) => {
  for (let n = 0; n < 51; n += 1) await aReader(dashboard.db, `m${n}@x.example`);
  const page = await dashboard.visit("/dashboard/call");
  expect(readTable()).toHaveLength(50);
  await page.press(inMain().getByRole("link", { name: "Older" }));
  expect(readTable()).toHaveLength(1);
});

test("one subscriber shows the proof of consent and the actions", async ({ dashboard }) => {
  await subscribe(dashboard.db, "karim@shapla.example", { sourcePath: "/blog" });
  const page = await dashboard.visit("/dashboard/call", "editor");
  await page.press(inMain().getByRole("link", { name: "karim@shapla.example" }));
  expect(heading()).toBe("karim@shapla.example");
  expect(inMain().getByText("You may keep what I write here to answer me.")).toBeVisible();
  expect(inMain().getByText(/They get nothing until they click the link/)).toBeVisible();
  expect(inMain().queryByRole("link", { name: "E-mails to this address" })).toBeNull();
  await page.press(inMain().getByRole("button", { name: "Unsubscribe" }));
  expect(announced()).toContain("1 address unsubscribed.");
  await page.press(inMain().getByRole("button", { name: "Undo" }));
  expect(await statusOf(dashboard, "karim@shapla.example")).toBe("pending");
});

test("an address links admins to its mails", async ({ dashboard }) => {
  const { id } = await aReader(dashboard.db);
  await dashboard.visit(`/dashboard/call/${id}`);
  expect(inMain().getByRole("link", { name: "E-mails to this address" })).toHaveAttribute(
    "href",
    "/dashboard/mail?q=rahima%40shapla.example",
  );
});

test("permanent deletion needs confirmation", async ({ dashboard }) => {
  const { id } = await aReader(dashboard.db);
  const page = await dashboard.visit(`/dashboard/call/${id}`, "editor");
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toContain("This can’t be undone. Tick the box to confirm, then try again.");
  expect(await stored(dashboard)).toHaveLength(1);
  await page.user.click(inMain().getByRole("checkbox", { name: "Delete this person’s data for good" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(page.address()).toBe("/dashboard/call");
  expect(announced()).toContain("The address and its proof of consent were deleted.");
  expect(await stored(dashboard)).toEqual([]);
});

test("an import with proof of consent is previewed line by line", async ({ dashboard }) => {
  await aReader(dashboard.db, "known@shapla.example");
  const page = await dashboard.visit("/dashboard/call/import", "editor");
  await page.fill(
    inMain().getByRole("textbox", { name: /Or paste addresses/ }),
    "new@shapla.example\nknown@shapla.example\nnonsense",
  );
  await page.fill(
    inMain().getByRole("textbox", { name: /Proof of consent/ }),
    "Ticked on paper, 12 May 2026.",
  );
  await page.press(inMain().getByRole("button", { name: "Preview" }));
  expect(inMain().getByRole("heading", { name: "1 address can be imported, 2 skipped" })).toBeVisible();
  expect(readTable("Skipped").map(({ Address }) => Address)).toEqual(["known@shapla.example", "nonsense"]);
  expect(await stored(dashboard)).toHaveLength(1);
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(announced()).toContain("1 address imported and subscribed.");
  expect(await stored(dashboard)).toMatchObject([
    { email: "known@shapla.example" },
    { email: "new@shapla.example", status: "confirmed", confirmed_by: "import" },
  ]);
});

test("an import without proof of consent asks for confirmation by mail", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/call/import");
  await page.fill(inMain().getByRole("textbox", { name: /Or paste addresses/ }), "new@shapla.example");
  await page.press(inMain().getByRole("button", { name: "Preview" }));
  expect(inMain().getByText(/each address gets one e-mail that asks to confirm/)).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(announced()).toContain("1 address imported. Each gets an e-mail that asks to confirm.");
  expect(await stored(dashboard)).toMatchObject([{ email: "new@shapla.example", status: "pending" }]);
});

test.for(["/dashboard/call?status=none", "/dashboard/call/00000000-0000-0000-0000-000000000000"])(
  "%s is not found",
  async (path, { dashboard }) => {
    await dashboard.visit(path);
    expect(heading()).toBe("Page not found");
  },
);
