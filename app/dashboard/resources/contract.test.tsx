// @vitest-environment jsdom
import { within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { listRoute } from "#app/api/server/answers.ts";
import { routes as apiRoutes } from "#app/api/server/routes.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser } from "#app/domain/accounts/users.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { createRedirect } from "#app/domain/content/urls/redirects/save-redirect.ts";
import { addRedirects } from "#app/domain/content/urls/resolve-urls.ts";
import { aReader } from "#app/domain/leads/leads.fixture.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
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
import { type Dashboard, openDashboard } from "#tests/support/dashboard/dashboard.tsx";
import { heading, inMain, readColumns, readTable } from "#tests/support/dashboard/reading.ts";
import { createEntry, trash } from "#tests/support/entries.ts";

let dashboard: Dashboard;
let context: ResourceContext;

beforeAll(async () => {
  dashboard = await openDashboard();
  const { db, mail, publicUrl, people, actionContext } = dashboard;
  context = { db, mail, publicUrl, person: people.admin, timeZone: "UTC", actionContext: actionContext() };
  for (const seed of Object.values(seeds)) await seed();
});
afterAll(() => dashboard[Symbol.asyncDispose]());

/** Creates at least three rows for each list; the audit log fills automatically. */
const seeds: Record<string, () => Promise<void>> = {
  async redirects() {
    const { db, publicUrl, actionContext } = dashboard;
    for (const from of ["/one", "/two", "/three"])
      await write(db, (tx) =>
        createRedirect(tx, { from, path: "/about" }, { ...actionContext(), publicUrl }),
      );
  },
  async "imported-redirects"() {
    const { db, clock } = dashboard;
    for (const from of ["/four", "/five", "/six"])
      await write(db, (tx) => addRedirects(tx, [{ from, to: { path: "/about" } }], clock.now()));
  },
  async subscribers() {
    for (const name of ["one", "two", "three"]) await aReader(dashboard.db, `${name}@shapla.example`);
  },
  async people() {
    const here = atStart({ clock: dashboard.clock }, "test");
    const about = { name: "Rahima", email: "rahima@shapla.example", role: "member", by: "test" } as const;
    await write(dashboard.db, (tx) => createUser(tx, here, about));
  },
  async invitations() {
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
  async mail() {
    const { db, clock } = dashboard;
    for (const name of ["one", "two", "three"]) {
      const mail = { template: "test" as const, name, at: clock.now() };
      await write(db, (tx) =>
        queueMail(tx, { to: `${name}@shapla.example`, mail, subject: `${name} test` }, clock.now()),
      );
    }
  },
  async webhooks() {
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
  async "service-tokens"() {
    for (const name of ["one", "two", "three"]) {
      const page = await dashboard.visit("/dashboard/tokens/new");
      await page.fill(inMain().getByLabelText("Name"), name);
      await page.user.click(inMain().getByRole("checkbox", { name: /^content:read/ }));
      await page.press(inMain().getByRole("button", { name: "Create token" }));
    }
  },
  async backups() {
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
  async trash() {
    for (const title of ["Rain", "Wind", "Fog"]) {
      const id = await post(title);
      await write(dashboard.db, (tx) => trash(tx, blog, id, dashboard.actionContext()));
    }
  },
  async "automatic-redirects"() {
    for (const slug_key of ["once", "twice", "thrice"]) {
      const row = { kind: blog.name, slug_key, entry_id: await post(`Now ${slug_key}`) };
      await dashboard.db.query.insertInto("former_slugs").values(row).execute();
    }
  },
};

async function post(title: string): Promise<string> {
  const { id } = await write(dashboard.db, (tx) =>
    createEntry(tx, blog, { title }, dashboard.actionContext()),
  );
  return id;
}

/** Bar of bulk actions. */
function bar(): HTMLElement | null {
  return inMain().queryByRole("form", { name: "Selected rows" });
}

function addressOf({ path, view }: Resource): string {
  return `/dashboard/${path}${view && `?view=${view}`}`;
}

function read(resource: Resource, address: string): Promise<ListPage> {
  return resource.readList(context, new URL(address, dashboard.publicUrl));
}

describe.each(resources.map((resource) => ({ name: resource.name, resource })))("$name", ({ resource }) => {
  const address = addressOf(resource);

  test("the screen shows its rows below the column headings", async () => {
    const page = await dashboard.visit(address);
    const list = await read(resource, address);
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

  test("ids are unique", async () => {
    const ids = (await read(resource, address)).rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("filters are stored in the address and restored from it", async () => {
    const { tabs, filters } = await read(resource, address);
    for (const { to } of tabs.flatMap((row) => row.tabs)) {
      if (new URL(to, dashboard.publicUrl).pathname !== `/dashboard/${resource.path}`) continue;
      const shown = resources.find((one) => one.path === resource.path && to === addressOf(one)) ?? resource;
      const current = (await read(shown, to)).tabs.flatMap((row) => row.tabs).find((tab) => tab.to === to);
      expect([to, current?.isCurrent]).toEqual([to, true]);
    }
    for (const field of filters?.fields ?? []) {
      const value = field.type === "day" ? "2026-03-01" : "zebra";
      const requested = new URL(address, dashboard.publicUrl);
      requested.searchParams.set(field.name, value);
      const back = (await read(resource, requested.href)).filters?.fields.find(
        ({ name }) => name === field.name,
      );
      expect([field.name, back?.value]).toEqual([field.name, value]);
    }
  });

  test("malformed parameters do not cause errors", async () => {
    for (const query of ["after=nonsense", "before=nonsense", "q=%00", `q=${"x".repeat(500)}`]) {
      const { pathname, searchParams } = new URL(address, dashboard.publicUrl);
      const list = await read(resource, `${pathname}?${searchParams}&${query}`);
      expect(list.title).toBe(resource.title);
    }
  });

  test("the CSV has the rows of the list in the same order", async () => {
    if (!resource.exportCsv) return;
    const rows = (await read(resource, address)).rows;
    const { csv } = await resource.exportCsv(context, new URL(address, dashboard.publicUrl));
    const [head, ...lines] = readCsv(csv);
    expect(lines).toHaveLength(rows.length);
    for (const [at, { name }] of rows.entries())
      expect(lines[at]?.cells.join(" ")).toContain(name.split(" ")[0] ?? "");
    expect(new Set(head?.cells).size).toBe(head?.cells.length);
  });

  test("the API returns the same rows and requires the same role", async () => {
    if (!resource.api) return;
    // The screen shows these rows in two views.
    const imported = resources.filter(({ name }) => name === `imported-${resource.name}`);
    const views = [...imported, resource].map((view) => read(view, addressOf(view)));
    const rows = (await Promise.all(views)).flatMap((view) => view.rows);
    const found = await resource.api.list(context.db, z.object(resource.api.query).parse({}), { limit: 50 });
    for (const row of found.rows) expect(() => resource.api?.item.parse(row)).not.toThrow();
    expect(found.rows.map((row) => Reflect.get(Object(row), "_id"))).toEqual(rows.map(({ id }) => id));
    expect(listRoute(resource).who).toBe(resource.role);
    const inTable = apiRoutes.filter(({ method, path }) => method === "get" && path === resource.api?.path);
    expect(inTable.map(({ who, name }) => ({ who, name }))).toEqual([
      { who: resource.role, name: resource.api.operation },
    ]);
  });

  test("menu and addresses are available only to permitted roles", async () => {
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
