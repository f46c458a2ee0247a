// @vitest-environment jsdom
import { expect } from "vitest";
import type { ImportFindings } from "#app/ops/transfer/jobs/import-work.ts";
import { dropImport, moveImport, newImportId, noteReceived } from "#app/ops/transfer/jobs/imports.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { announced, heading, inMain } from "#tests/support/dashboard/reading.ts";

const path = "/dashboard/settings/import";

const none = { count: 0, first: [] };
const found: ImportFindings = {
  summary: {
    settings: false,
    categories: 1,
    pictures: 0,
    documents: 0,
    entries: { blog: 2 },
    redirects: 0,
    records: {},
    replaced: 0,
  },
  problems: none,
  clashes: none,
  report: none,
  unexplained: 0,
};

/** Import whose export was uploaded and checked. */
async function checkedExport(
  { db, actionContext }: Dashboard,
  state: "ready" | "refused",
  findings: ImportFindings,
): Promise<string> {
  const id = newImportId();
  const by = actionContext();
  await write(db, (tx) => noteReceived(tx, { id, fileName: "site.json", bytes: 12, pictures: null }, by));
  await moveImport(db, { id, from: "checking" }, { state, findings: JSON.stringify(findings) }, by.now);
  return id;
}

async function stateOf({ db }: Dashboard, id: string): Promise<string | undefined> {
  const { query } = db;
  return (await query.selectFrom("imports").select("state").where("id", "=", id).executeTakeFirst())?.state;
}

test("the upload form shows accepted files and their maximum size", async ({ dashboard }) => {
  const page = await dashboard.visit(path);
  expect(heading()).toBe("Import");
  expect(inMain().getByLabelText("Export")).toHaveAttribute("accept", ".xml,.json,.zip");
  expect(inMain().getByText(/At most 100 MB/)).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Check file" }));
  expect(inMain().getByText("Choose a file.")).toBeVisible();
});

test("a checked export shows its content, and a backup is preselected", async ({ dashboard }) => {
  const id = await checkedExport(dashboard, "ready", found);
  const page = await dashboard.visit(path);
  expect(inMain().getByText("2 posts")).toBeVisible();
  expect(inMain().queryByRole("button", { name: "Check file" })).toBeNull();
  expect(inMain().getByRole("checkbox", { name: /^Make a backup first/ })).toBeChecked();
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(announced()).toMatch(/The import has begun/);
  expect(await stateOf(dashboard, id)).toBe("backing-up");
  expect(inMain().getByRole("progressbar", { name: "Progress" })).toBeVisible();
  const by = dashboard.actionContext();
  await moveImport(dashboard.db, { id, from: "backing-up" }, { state: "failed", problem: "Full." }, by.now);
});

test("unexplained differences need a consent that the server checks", async ({ dashboard }) => {
  const id = await checkedExport(dashboard, "ready", { ...found, unexplained: 2 });
  const page = await dashboard.visit(path);
  expect(inMain().getByText(/^2 differences are unexplained/)).toBeVisible();
  const consent = inMain().getByRole("checkbox", { name: /^Import although these differences/ });
  expect(consent).toBeRequired();
  consent.removeAttribute("required");
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(await stateOf(dashboard, id)).toBe("ready");
  await page.press(inMain().getByRole("checkbox", { name: /^Import although these differences/ }));
  await page.press(inMain().getByRole("button", { name: "Import" }));
  expect(await stateOf(dashboard, id)).toBe("backing-up");
  const by = dashboard.actionContext();
  await moveImport(dashboard.db, { id, from: "backing-up" }, { state: "failed", problem: "Full." }, by.now);
});

test("a refused export lists its problems and can be dismissed", async ({ dashboard }) => {
  const problem = { file: "site.json", line: 3, field: "title", message: "Title is needed" };
  const id = await checkedExport(dashboard, "refused", {
    ...found,
    summary: null,
    problems: { count: 1, first: [problem] },
  });
  const page = await dashboard.visit(path);
  expect(inMain().getByText("Title is needed")).toBeVisible();
  expect(inMain().getByText(/line 3/)).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Close" }));
  expect(await stateOf(dashboard, id)).toBe("discarded");
  expect(inMain().queryByRole("region", { name: "State of the import" })).toBeNull();
});

test("a finished import summarises what was not imported", async ({ dashboard }) => {
  const id = await checkedExport(dashboard, "ready", found);
  const by = dashboard.actionContext();
  const report = { count: 1, first: [{ item: "Site", what: "name “Delta Kites”", why: "There is one" }] };
  const outcome = { summary: found.summary, report, examples: [], redirects: none };
  const change = { state: "done" as const, outcome: JSON.stringify(outcome) };
  await moveImport(dashboard.db, { id, from: "ready" }, change, by.now);
  const page = await dashboard.visit(path);
  expect(inMain().getByText("Imported with one change.")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Close" }));
});

test("editors cannot open the import", async ({ dashboard }) => {
  await dashboard.visit(path, "editor");
  expect(heading()).toBe("Only admins can open this page");
});

test("the report is paged, and its CSV contains no formulas", async ({ dashboard }) => {
  const id = await checkedExport(dashboard, "ready", found);
  const rows = Array.from({ length: 120 }, (_, at) => ({
    import_id: id,
    number: at + 1,
    part: "changed" as const,
    place: `Post ${at + 1}`,
    what: at === 0 ? "=SUM(A1)" : "a menu",
    reason: "There is none here",
  }));
  await write(dashboard.db, (tx) => tx.query.insertInto("import_lines").values(rows).execute());
  const page = await dashboard.visit(path);
  await page.press(inMain().getByRole("link", { name: "Full report (120 lines)" }));
  expect(heading()).toBe("Import report");
  expect(inMain().getByText("1 to 100 of 120")).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Next" }));
  expect(inMain().getByText("Post 120: a menu")).toBeVisible();
  const csv = await (await dashboard.ask(`${path}/report/csv`)).text();
  expect(csv.split("\r\n")).toHaveLength(122);
  expect(csv).toContain("1,changed,Post 1,'=SUM(A1),There is none here");
  expect((await dashboard.ask(`${path}/report/csv`, {}, "editor")).status).toBe(403);
  await write(dashboard.db, (tx) =>
    dropImport(tx, id, { actor: { id: "a test", requestId: "" }, now: new Date() }),
  );
  const after = await dashboard.visit(path);
  await after.press(inMain().getByRole("link", { name: "Report on the last import" }));
  expect(inMain().getByText("1 to 100 of 120")).toBeVisible();
});
