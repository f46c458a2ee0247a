// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect } from "vitest";
import { priorities } from "#app/domain/mail/outbox/outbox.ts";
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
import { clearTables, queueTestMail } from "#tests/support/dashboard/records.ts";

test.beforeEach(({ dashboard }) => clearTables(dashboard, "outbox"));

async function queueFailedMail(
  dashboard: Dashboard,
  to: string,
  why = "550 no such mailbox",
): Promise<string> {
  const id = await queueTestMail(dashboard, to);
  const failed = { status: "failed" as const, attempts: 9, last_error: why };
  await dashboard.db.query.updateTable("outbox").set(failed).where("id", "=", id).execute();
  return id;
}

function stored({ db }: Dashboard) {
  return db.query
    .selectFrom("outbox")
    .select(["id", "to_address", "status", "template"])
    .orderBy("created_at")
    .execute();
}

test("an empty outbox explains itself and reports that mail works", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/mail");
  expect(heading()).toBe("Mail");
  expect(inMain().getByRole("heading", { name: "E-mail works" })).toBeVisible();
  expect(inMain().getByRole("heading", { name: "No e-mails yet" })).toBeVisible();
  expect(inMain().getByText(/hello@company\.example/)).toBeVisible();
});

test("mails are listed with template, status and time, newest first", async ({ dashboard }) => {
  await queueTestMail(dashboard, "rahima@shapla.example", { subject: "Where is my mail?" }, 10);
  await queueTestMail(dashboard, "karim@shapla.example", { subject: "বৃষ্টির খবর" });
  await dashboard.visit("/dashboard/mail");
  expect(readColumns("Mail")).toEqual(["Subject", "Template", "Status", "Created", "Actions"]);
  expect(readTable("Mail")).toMatchObject([
    {
      Subject: "বৃষ্টির খবর to karim@shapla.example",
      Template: "Test",
      Status: "Waiting",
      Created: "Today 10:00",
    },
    { Subject: "Where is my mail? to rahima@shapla.example", Created: "Today 09:50" },
  ]);
  expect(inMain().queryByRole("button", { name: /Send again/ })).toBeNull();
});

test("status, template and words narrow the list and stay in the address", async ({ dashboard }) => {
  await queueTestMail(dashboard, "rahima@shapla.example");
  await queueFailedMail(dashboard, "karim@shapla.example");
  const page = await dashboard.visit("/dashboard/mail");
  expect(readTabs("Status").map(({ name }) => name)).toEqual([
    "All 2",
    "Waiting 1",
    "Paused 0",
    "Accepted 0",
    "Not sent (no mail server) 0",
    "Failed 1",
    "Cancelled 0",
  ]);
  await page.press(tab("Status", "Failed"));
  expect(page.address()).toBe("/dashboard/mail?status=failed");
  expect(readTable()).toHaveLength(1);
  await page.fill(inMain().getByRole("searchbox", { name: "Search mail" }), "rahima");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(page.address()).toMatch(/status=failed.*q=rahima/);
  expect(inMain().getByRole("heading", { name: "No e-mail matches “rahima”" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Show all" }));
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Template" }), "test");
  await page.settle();
  expect(page.address()).toContain("template=test");
  expect(readTable()).toHaveLength(2);
});

test("bulk mail has its own list", async ({ dashboard }) => {
  await queueTestMail(dashboard, "rahima@shapla.example", { priority: priorities.bulk, batch: "b1" });
  const page = await dashboard.visit("/dashboard/mail");
  expect(inMain().getByRole("heading", { name: "No e-mails yet" })).toBeVisible();
  await page.press(tab("E-mails or bulk", "Bulk"));
  expect(page.address()).toBe("/dashboard/mail?to=many");
  expect(readTable()).toHaveLength(1);
});

test("a failed mail shows the reason and can be sent again", async ({ dashboard }) => {
  const id = await queueFailedMail(dashboard, "karim@shapla.example", "550 <b>no</b> such mailbox");
  const page = await dashboard.visit("/dashboard/mail");
  expect(inMain().getByRole("heading", { name: "Some e-mails were not sent" })).toBeVisible();
  expect(readTable()[0]?.Status).toContain("550 <b>no</b> such mailbox");
  await page.press(
    inRow("karim@shapla.example").getByRole("button", { name: /^Send again .* to karim@shapla/ }),
  );
  expect(announced()).toContain("Sending again now.");
  expect(await stored(dashboard)).toMatchObject([{ id, status: "waiting" }]);
});

test("a test mail is sent to any valid address", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/mail");
  const to = () => inMain().getByRole("textbox", { name: "Send a test e-mail to" });
  expect(to()).toHaveValue("asha@kolpona.example");
  await page.fill(to(), "rahima@");
  await page.press(inMain().getByRole("button", { name: "Send test" }));
  expect(to()).toHaveAccessibleDescription(/^\S.* If it arrives/);
  expect(to()).toBeInvalid();
  expect(to()).toHaveValue("rahima@");
  await page.fill(to(), "rahima@shapla.example");
  await page.press(inMain().getByRole("button", { name: "Send test" }));
  expect(announced()).toContain("Test e-mail to rahima@shapla.example is being sent.");
  expect(await stored(dashboard)).toMatchObject([{ to_address: "rahima@shapla.example", template: "test" }]);
  expect(readTable()).toHaveLength(1);
});

test("more than fifty mails are paged", async ({ dashboard }) => {
  for (let n = 0; n < 51; n += 1) await queueTestMail(dashboard, `m${n}@x.example`, {}, n);
  const page = await dashboard.visit("/dashboard/mail");
  expect(readTable()).toHaveLength(50);
  await page.press(inMain().getByRole("link", { name: "Older" }));
  expect(readTable().map(({ Subject }) => Subject)).toEqual([expect.stringContaining("m50@x.example")]);
});

test("one mail shows recipient, state, plain text and headers", async ({ dashboard }) => {
  await queueTestMail(dashboard, "rahima@shapla.example", { subject: "Where is my mail?" });
  const page = await dashboard.visit("/dashboard/mail");
  await page.press(inMain().getByRole("link", { name: "Where is my mail?" }));
  expect(heading()).toBe("Where is my mail?");
  expect(inMain().getByRole("link", { name: "rahima@shapla.example" })).toHaveAttribute(
    "href",
    "/dashboard/mail?q=rahima%40shapla.example",
  );
  expect(inMain().getByTitle("E-mail: Where is my mail?")).toHaveAttribute(
    "src",
    expect.stringMatching(/\/html$/),
  );
  await page.press(tab("View as", "Plain text"));
  expect(page.address()).toContain("?as=text");
  expect(inMain().getByText(/Rahima/)).toBeVisible();
  await page.press(tab("View as", "Headers"));
  expect(inMain().getByText("Message-ID")).toBeVisible();
});

test("sending is cancelled and resumed", async ({ dashboard }) => {
  const id = await queueTestMail(dashboard, "rahima@shapla.example");
  const page = await dashboard.visit(`/dashboard/mail/${id}`);
  await page.press(inMain().getByRole("button", { name: "Cancel sending" }));
  expect(announced()).toContain("Sending cancelled.");
  expect((await stored(dashboard))[0]?.status).toBe("failed");
  await page.press(undoButton());
  expect((await stored(dashboard))[0]?.status).toBe("waiting");
});

test("personal links in a mail are hidden", async ({ dashboard }) => {
  const link = "https://www.company.example/verify-email?token=s3cret";
  const id = await queueTestMail(dashboard, "rahima@shapla.example", {
    mail: { template: "verify", name: "Rahima", link },
  });
  await dashboard.visit(`/dashboard/mail/${id}?as=text`);
  expect(inMain().getByText(/Personal links are hidden/)).toBeVisible();
  expect(screen.getByRole("main")).not.toHaveTextContent("s3cret");
  expect(inMain().queryByRole("button", { name: "Show links" })).toBeNull();
});

test("every template has a sample", async ({ dashboard }) => {
  const page = await dashboard.visit("/dashboard/mail/templates");
  expect(heading()).toBe("E-mail templates");
  expect(inMain().getByRole("link", { name: /Confirm e-mail address/ })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.press(inMain().getByRole("link", { name: /^Receipt/ }));
  expect(page.address()).toContain("show=lead-receipt");
  expect(inMain().getByRole("link", { name: /^Receipt/ })).toHaveAttribute("aria-current", "page");
  expect(inMain().getByText("A sample with made-up data. Templates can’t be edited.")).toBeVisible();
});

test.for(["/dashboard/mail?status=lost", "/dashboard/mail/templates?show=none", "/dashboard/mail/none"])(
  "%s is not found",
  async (path, { dashboard }) => {
    await dashboard.visit(path);
    expect(heading()).toBe("Page not found");
  },
);

test.for(["", "/templates"])("editors cannot open /dashboard/mail%s", async (below, { dashboard }) => {
  await dashboard.visit(`/dashboard/mail${below}`, "editor");
  expect(heading()).toBe("Only admins can open this page");
});
