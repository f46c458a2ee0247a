// @vitest-environment jsdom
import { within } from "@testing-library/react";
import { describe, expect } from "vitest";
import { z } from "zod";
import { listRoute } from "#app/api/server/answers.ts";
import { routes as apiRoutes } from "#app/api/server/routes.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { addRedirects } from "#app/domain/content/urls/resolve-urls.ts";
import { aReader } from "#app/domain/leads/leads.fixture.ts";
import { sendTestEvent } from "#app/domain/webhooks/sender.ts";
import { checkWebhook, createWebhook } from "#app/domain/webhooks/webhooks.ts";
import { readCsv } from "#app/lib/text/csv.ts";
import { backupName } from "#app/ops/backup/backup-store.ts";
import { recordProof, recordWrittenBackup } from "#app/ops/backup/backups.ts";
import type { Resource } from "#app/ops/resources/define-resource.ts";
import type { ResourceContext } from "#app/ops/resources/definition.ts";
import type { ListPage } from "#app/ops/resources/list-page.ts";
import { resources } from "#app/ops/resources/resources.server.ts";
import { write } from "#app/platform/database/database.ts";
import pages from "#app/routes.ts";
import { listRoutes } from "#app/server/declare-routes.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { heading, inMain, readColumns, readTable } from "#tests/support/dashboard/reading.ts";
import {
  createDraft,
  createPerson,
  createRedirect,
  createTrashed,
  queueTestMail,
} from "#tests/support/dashboard/records.ts";

test.beforeAll(async ({ dashboard }) => {
  for (const seed of Object.values(seeds)) await seed(dashboard);
});

/** Creates at least three rows for each list; the audit log fills automatically. */
const seeds: Record<string, (dashboard: Dashboard) => Promise<void>> = {
  async redirects(dashboard) {
    for (const from of ["/one", "/two", "/three"]) await createRedirect(dashboard, { from, path: "/about" });
  },
  async "imported-redirects"(dashboard) {
    const { db, clock } = dashboard;
    for (const from of ["/four", "/five", "/six"])
      await write(db, (tx) => addRedirects(tx, [{ from, to: { path: "/about" } }], clock.now()));
  },
  async subscribers(dashboard) {
    for (const name of ["one", "two", "three"]) await aReader(dashboard.db, `${name}@shapla.example`);
  },
  async people(dashboard) {
    await createPerson(dashboard, "Rahima");
  },
  async invitations(dashboard) {
    const { db, clock, people } = dashboard;
    for (const name of ["one", "two", "three"]) {
      const at = clock.now().toISOString();
      const email = `${name}@shapla.example`;
      await db.query
        .insertInto("invitations")
        .values({
          id: name,
          name,
          email,
          email_key: email,
          role: "editor",
          token_hash: name,
          invited_by: people.admin.id,
          created_at: at,
          sent_at: at,
          expires_at: at,
        })
        .execute();
    }
  },
  async mail(dashboard) {
    for (const name of ["one", "two", "three"])
      await queueTestMail(dashboard, `${name}@shapla.example`, { subject: `${name} test` });
  },
  async webhooks(dashboard) {
    for (const name of ["one", "two", "three"]) {
      const webhook = {
        url: `https://${name}.shapla.example/`,
        events: ["entry.published"],
        hasPersonalData: false,
      };
      const { db, outside, actionContext } = dashboard;
      const checked = await checkWebhook(webhook, outside);
      const { id } = await write(db, (tx) => createWebhook(tx, checked, actionContext()));
      await write(db, (tx) => sendTestEvent(tx, id, actionContext()));
    }
  },
  async "service-tokens"(dashboard) {
    for (const name of ["one", "two", "three"]) {
      const page = await dashboard.visit("/dashboard/tokens/new");
      await page.fill(inMain().getByLabelText("Name"), name);
      await page.user.click(inMain().getByRole("checkbox", { name: /^content:read/ }));
      await page.press(inMain().getByRole("button", { name: "Create token" }));
    }
  },
  async backups(dashboard) {
    for (const [n, problems] of [[], [], ["The file “mill.jpg” is not whole."]].entries()) {
      const takenAt = new Date(Date.UTC(2026, 2, n + 1));
      const name = backupName(takenAt, "daily", false);
      const written = { name, takenAt: takenAt.toISOString(), bytes: 5000, rows: 900, files: 191 };
      await recordWrittenBackup(dashboard.db, { ...written, fileBytes: 1, problems: [] }, "daily");
      const proof = { problems, restoreMs: 670, pages: 20, rows: 900, files: 191 };
      const { clock, publicUrl } = dashboard;
      await recordProof(dashboard.db, { name, proof, now: clock.now(), publicUrl });
    }
  },
  async trash(dashboard) {
    for (const title of ["Rain", "Wind", "Fog"]) await createTrashed(dashboard, blog, { title });
  },
  async "automatic-redirects"(dashboard) {
    for (const slug_key of ["once", "twice", "thrice"]) {
      const entry_id = await createDraft(dashboard, blog, { title: `Now ${slug_key}` });
      const row = { kind: blog.name, slug_key, entry_id };
      await dashboard.db.query.insertInto("former_slugs").values(row).execute();
    }
  },
};

/** Bar of bulk actions. */
function bar(): HTMLElement | null {
  return inMain().queryByRole("form", { name: "Selected rows" });
}

function addressOf({ path, view }: Resource): string {
  return `/dashboard/${path}${view && `?view=${view}`}`;
}

function contextOf({ db, mail, publicUrl, people, actionContext }: Dashboard): ResourceContext {
  return { db, mail, publicUrl, person: people.admin, timeZone: "UTC", actionContext: actionContext() };
}

function read(dashboard: Dashboard, resource: Resource, address: string): Promise<ListPage> {
  return resource.readList(contextOf(dashboard), new URL(address, dashboard.publicUrl));
}

describe.each(resources.map((resource) => ({ name: resource.name, resource })))("$name", ({ resource }) => {
  const address = addressOf(resource);

  test("the screen shows its rows below the column headings", async ({ dashboard }) => {
    const page = await dashboard.visit(address);
    const list = await read(dashboard, resource, address);
    expect(list.rows.length).toBeGreaterThanOrEqual(3);
    expect(heading()).toBe(list.count === undefined ? list.title : `${list.title} ${list.count}`);
    const columns = readColumns().filter((name) => name !== "Select" && name !== "Actions");
    expect(columns).toHaveLength(list.columns.length);
    expect(readTable()).toHaveLength(list.rows.length);
    expect(page.errors()).toEqual([]);
    if (list.bulkActions.length === 0) return;
    expect(bar()).toBeNull();
    await page.user.click(inMain().getByRole("checkbox", { name: "Select all on this page" }));
    for (const { label } of list.bulkActions)
      expect(within(bar() ?? document.body).getByRole("button", { name: label })).toBeVisible();
  });

  test("ids are unique", async ({ dashboard }) => {
    const ids = (await read(dashboard, resource, address)).rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("filters are stored in the address and restored from it", async ({ dashboard }) => {
    const { tabs, filters } = await read(dashboard, resource, address);
    for (const { to } of tabs.flatMap((row) => row.tabs)) {
      if (new URL(to, dashboard.publicUrl).pathname !== `/dashboard/${resource.path}`) continue;
      const shown = resources.find((one) => one.path === resource.path && to === addressOf(one)) ?? resource;
      const current = (await read(dashboard, shown, to)).tabs
        .flatMap((row) => row.tabs)
        .find((tab) => tab.to === to);
      expect([to, current?.isCurrent]).toEqual([to, true]);
    }
    for (const field of filters?.fields ?? []) {
      const value = field.type === "day" ? "2026-03-01" : "zebra";
      const requested = new URL(address, dashboard.publicUrl);
      requested.searchParams.set(field.name, value);
      const back = (await read(dashboard, resource, requested.href)).filters?.fields.find(
        ({ name }) => name === field.name,
      );
      expect([field.name, back?.value]).toEqual([field.name, value]);
    }
  });

  test("malformed parameters do not cause errors", async ({ dashboard }) => {
    for (const query of ["after=nonsense", "before=nonsense", "q=%00", `q=${"x".repeat(500)}`]) {
      const { pathname, searchParams } = new URL(address, dashboard.publicUrl);
      const list = await read(dashboard, resource, `${pathname}?${searchParams}&${query}`);
      expect(list.title).toBe(resource.title);
    }
  });

  test("the CSV has the rows of the list in the same order", async ({ dashboard }) => {
    if (!resource.exportCsv) return;
    const rows = (await read(dashboard, resource, address)).rows;
    const { csv } = await resource.exportCsv(contextOf(dashboard), new URL(address, dashboard.publicUrl));
    const [head, ...lines] = readCsv(csv);
    expect(lines).toHaveLength(rows.length);
    for (const [at, { name }] of rows.entries())
      expect(lines[at]?.cells.join(" ")).toContain(name.split(" ")[0] ?? "");
    expect(new Set(head?.cells).size).toBe(head?.cells.length);
  });

  test("the API returns the same rows and requires the same role", async ({ dashboard }) => {
    if (!resource.api) return;
    // The screen shows these rows in two views.
    const imported = resources.filter(({ name }) => name === `imported-${resource.name}`);
    const views = [...imported, resource].map((view) => read(dashboard, view, addressOf(view)));
    const rows = (await Promise.all(views)).flatMap((view) => view.rows);
    const found = await resource.api.list(dashboard.db, z.object(resource.api.query).parse({}), {
      limit: 50,
    });
    for (const row of found.rows) expect(() => resource.api?.item.parse(row)).not.toThrow();
    expect(found.rows.map((row) => Reflect.get(Object(row), "_id"))).toEqual(rows.map(({ id }) => id));
    expect(listRoute(resource).who).toBe(resource.role);
    const inTable = apiRoutes.filter(({ method, path }) => method === "get" && path === resource.api?.path);
    expect(inTable.map(({ who, name }) => ({ who, name }))).toEqual([
      { who: resource.role, name: resource.api.operation },
    ]);
  });

  test("menu and addresses are available only to permitted roles", async ({ dashboard }) => {
    const own = listRoutes(pages).filter(({ path }) => path.startsWith(`/dashboard/${resource.path}`));
    const announced = own.find(({ path }) => path === `/dashboard/${resource.path}`);
    expect(announced?.rules.who).toBe(resource.role);
    await dashboard.visit(address, "editor");
    if (resource.role === "admin") expect(inMain().queryByRole("table")).toBeNull();
    else expect(inMain().getByRole("table")).toBeVisible();
    const inMenu = [...document.querySelectorAll("nav a")].filter(
      (link) => link.getAttribute("href") === `/dashboard/${resource.path}`,
    );
    if (resource.isInMenu || resource.role === "admin")
      expect(inMenu.length > 0).toBe(resource.role === "editor");
  });
});
