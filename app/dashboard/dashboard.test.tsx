// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, vi } from "vitest";
import { kinds } from "#app/domain/content/kinds.ts";
import { aReader, sendLead } from "#app/domain/leads/leads.fixture.ts";
import { aCampaign } from "#app/domain/newsletter/newsletter.fixture.ts";
import { createWebhook } from "#app/domain/webhooks/webhooks.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, dashboardTest } from "#tests/support/dashboard/dashboard.tsx";
import { createDraft, createRedirect, queueTestMail } from "#tests/support/dashboard/records.ts";
import { listDashboardRoutes } from "#tests/support/dashboard/routes.tsx";
import { aRow } from "#tests/support/library.ts";

/** Intents of the last called action. */
let offered: string[] | null = null;
vi.mock("#app/dashboard/parts/handle-action.ts", async (load) => {
  const real = await load<typeof import("#app/dashboard/parts/handle-action.ts")>();
  return {
    ...real,
    handleAction: (...given: Parameters<typeof real.handleAction>) => {
      offered = Object.keys(given.at(-1) ?? {}).toSorted();
      return real.handleAction(...given);
    },
  };
});

/** Ids for addresses, by the path of the route. */
type Ids = Record<string, string>;

const test = dashboardTest.extend("ids", { scope: "file" }, ({ dashboard }) => createRecords(dashboard));

/** Creates a record for each route whose address has an id. */
async function createRecords(dashboard: Dashboard): Promise<Ids> {
  const ids: Ids = {};
  const { db } = dashboard;
  for (const kind of kinds) {
    const id = await createDraft(dashboard, kind, { title: `One ${kind.name}` });
    ids[`/dashboard/${kind.dashboard.edit}/:id`] = id;
    ids[`/dashboard/${kind.dashboard.edit}/:id/history`] = id;
    ids["/dashboard/previews/:kind/:id"] = id;
    ids["/dashboard/entry/save/:kind/:id"] = id;
  }
  ids["/dashboard/usercontactdata/:id"] = await sendLead(db);
  ids["/dashboard/call/requests/:id"] = await sendLead(db, {}, {}, "call");
  ids["/dashboard/call/:id"] = (await aReader(db, "karim@shapla.example")).id;
  ids["/dashboard/user/:id"] = dashboard.people.editor.id;
  ids["/dashboard/files/:id"] = await aRow(db);
  ids["/dashboard/redirects/:id"] = await createRedirect(dashboard, { from: "/old", path: "/about" });
  const campaign = await aCampaign(db);
  for (const below of ["", "/save", "/preview", "/mail", "/send"])
    ids[`/dashboard/newsletter/:id${below}`] = campaign;
  const mailId = await queueTestMail(dashboard, "rahima@shapla.example");
  const webhook = {
    url: "https://hooks.shapla.example/",
    events: ["entry.published" as const],
    hasPersonalData: false,
  };
  const { id } = await write(db, (tx) => createWebhook(tx, webhook, dashboard.actionContext()));
  ids["/dashboard/webhooks/:id"] = id;
  for (const below of ["", "/html", "/eml"]) ids[`/dashboard/mail/:id${below}`] = mailId;
  return ids;
}

const routes = listDashboardRoutes();

/** Address for which a route has data. */
function addressOf(path: string, ids: Ids): string {
  return path
    .replace(":kind", kinds.at(-1)?.name ?? "")
    .replace(":id", ids[path] ?? ":id")
    .replace(":section", "company")
    .replace(":name", "verify");
}

const screens = routes.filter(({ isScreen, path }) => isScreen && path !== "/dashboard/*");

test.for(screens.map(({ path }) => path))(
  "%s has one heading, a title and no console errors",
  async (path, { dashboard, ids }) => {
    const page = await dashboard.visit(addressOf(path, ids));
    expect(page.errors()).toEqual([]);
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(/\S/);
    expect(screen.getByRole("heading", { level: 1 })).not.toHaveTextContent(
      /went wrong|not found|only admins/i,
    );
    expect(document.title).toMatch(/^\S.* · Kolpona$/);
    expect(screen.getAllByRole("main")).toHaveLength(1);
  },
);

/** Marks actions without intents, such as uploads and autosave. */
const unnamedAction = "an action of its own";

/** All dashboard addresses with the intents of their actions; screens of all content kinds are the same. */
const everything: Record<string, string[]> = {
  "/dashboard": [],
  "/dashboard/*": [unnamedAction],
  "/dashboard/addnewcategory": ["add", "change", "delete", "down", "merge", "order", "up"],
  "/dashboard/addportfoliocategory": ["add", "change", "delete", "down", "merge", "order", "up"],
  "/dashboard/audit": [],
  "/dashboard/audit/csv": [],
  "/dashboard/backups": ["now"],
  "/dashboard/backups/:name": [],
  "/dashboard/call": ["ask-again", "complained", "restore", "unsubscribe"],
  "/dashboard/call/:id": ["ask-again", "complained", "erase", "restore", "unsubscribe"],
  "/dashboard/call/csv": [],
  "/dashboard/call/import": ["look", "take"],
  "/dashboard/call/requests": [],
  "/dashboard/call/requests/:id": [
    "answered",
    "assign",
    "change-note",
    "forget-try",
    "merge",
    "note",
    "outcome",
    "remove-note",
    "remove-view",
    "reply",
    "restore",
    "restore-note",
    "save-view",
    "snooze",
    "snooze-until",
    "status",
    "status-closed",
    "status-new",
    "status-open",
    "status-spam",
    "status-waiting",
    "unmerge",
  ],
  "/dashboard/entry/category": [unnamedAction],
  "/dashboard/entry/find": [],
  "/dashboard/entry/save/:kind/:id": [unnamedAction],
  "/dashboard/files": ["purge", "restore", "tag", "trash", "untag"],
  "/dashboard/files/:id": ["bring-back", "describe", "purge", "restore", "trash"],
  "/dashboard/home": ["dismiss-steps", "show-steps"],
  "/dashboard/home/visits.csv": [],
  "/dashboard/mail": ["again", "test"],
  "/dashboard/mail/:id": ["again", "give-up", "reveal"],
  "/dashboard/mail/:id/eml": [],
  "/dashboard/mail/:id/html": [],
  "/dashboard/mail/templates": [],
  "/dashboard/mail/templates/:name": [],
  "/dashboard/names": [],
  "/dashboard/newsletter": ["write"],
  "/dashboard/newsletter/:id": [
    "callBack",
    "cancel",
    "delete",
    "duplicate",
    "pause",
    "preview",
    "ready",
    "resume",
    "save",
    "test",
  ],
  "/dashboard/newsletter/:id/mail": [],
  "/dashboard/newsletter/:id/preview": ["test"],
  "/dashboard/newsletter/:id/save": [unnamedAction],
  "/dashboard/newsletter/:id/send": ["now", "schedule"],
  "/dashboard/previews/:kind/:id": ["make", "revoke"],
  "/dashboard/profile": ["end-session", "end-sessions", "save"],
  "/dashboard/redirects": ["add", "change", "delete"],
  "/dashboard/redirects/:id": ["change", "delete"],
  "/dashboard/redirects/lost": ["add", "change", "delete", "ignore", "watch"],
  "/dashboard/redirects/sheet": ["import", "preview"],
  "/dashboard/settings": [],
  "/dashboard/settings/:section": ["restore", "save"],
  "/dashboard/settings/connections": ["test"],
  "/dashboard/settings/export": [],
  "/dashboard/settings/export/file": [],
  "/dashboard/settings/import": ["again", "begin", "drop"],
  "/dashboard/settings/import/file": [unnamedAction],
  "/dashboard/settings/import/report": [],
  "/dashboard/settings/import/report/csv": [],
  "/dashboard/settings/sample": ["back", "remove"],
  "/dashboard/settings/system": [],
  "/dashboard/theme": ["theme"],
  "/dashboard/tokens": ["revoke"],
  "/dashboard/tokens/new": ["create"],
  "/dashboard/trash": ["delete", "restore", "undo"],
  "/dashboard/user": ["resend", "revoke"],
  "/dashboard/user/:id": ["ban", "drop-step", "end-session", "end-sessions", "role", "unban"],
  "/dashboard/user/csv": [],
  "/dashboard/user/invite": ["invite"],
  "/dashboard/usercontactdata": [],
  "/dashboard/usercontactdata/:id": [
    "answered",
    "assign",
    "change-note",
    "forget-try",
    "merge",
    "note",
    "outcome",
    "remove-note",
    "remove-view",
    "reply",
    "restore",
    "restore-note",
    "save-view",
    "snooze",
    "snooze-until",
    "status",
    "status-closed",
    "status-new",
    "status-open",
    "status-spam",
    "status-waiting",
    "unmerge",
  ],
  "/dashboard/usercontactdata/rules": ["save"],
  "/dashboard/usercontactdata/texts": ["remove", "save"],
  "/dashboard/webhooks": ["enable", "test"],
  "/dashboard/webhooks/:id": ["delete", "disable", "enable", "renew", "save", "test"],
  "/dashboard/webhooks/deliveries": ["again"],
  "/dashboard/webhooks/new": ["create"],
  ...Object.fromEntries(
    kinds.flatMap(({ dashboard: { list, add, edit } }) => [
      [
        `/dashboard/${list}`,
        [
          "add-category",
          "archive",
          "duplicate",
          "move",
          "move-down",
          "move-up",
          "publish",
          "remove-category",
          "remove-view",
          "save-view",
          "trash",
          "undo",
          "unpublish",
        ],
      ],
      [`/dashboard/${add}`, ["archive", "publish", "save", "schedule", "unpublish", "unschedule"]],
      [`/dashboard/${edit}`, []],
      [
        `/dashboard/${edit}/:id`,
        [
          "archive",
          "discard",
          "duplicate",
          "publish",
          "save",
          "schedule",
          "trash",
          "undo",
          "unpublish",
          "unschedule",
          "untrash",
        ],
      ],
      [`/dashboard/${edit}/:id/history`, ["restore"]],
    ]),
  ),
};

test("every dashboard address and its actions are listed", async ({ dashboard, ids }) => {
  const found: Record<string, string[]> = {};
  for (const { path, load } of routes) {
    const { action } = await load();
    if (!action) {
      found[path] = [];
      continue;
    }
    offered = null;
    const body = new URLSearchParams({ intent: "nothing-like-this" });
    await dashboard.ask(addressOf(path, ids), { method: "POST", body });
    found[path] = offered ?? [unnamedAction];
  }
  expect(found).toEqual(everything);
});
