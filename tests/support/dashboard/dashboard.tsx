import "@testing-library/jest-dom/vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanup, configure, render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Hono } from "hono";
import {
  createBrowserRouter,
  createStaticHandler,
  isRouteErrorResponse,
  RouterContextProvider,
} from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, vi } from "vitest";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { insertSession } from "#app/accounts/sessions/session.ts";
import { atStart } from "#app/accounts/start-accounts.ts";
import { createUser, type User } from "#app/accounts/users.ts";
import { createApi } from "#app/api/server/api.ts";
import type { ActionContext } from "#app/audit/audit.ts";
import { readSettings, saveSettings } from "#app/company/settings.ts";
import { type Database, write } from "#app/database/database.ts";
import { isReading } from "#app/http/listener/incoming.ts";
import { createRequestContext, type RequestContext } from "#app/http/listener/request-context.ts";
import { openLeadFeed } from "#app/leads/lead-feed.ts";
import { type PageContext, pageContext } from "#app/pages/page-context.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import { type Browser, openBrowser, testClock, testWorld } from "../accounts.ts";
import { openTestDatabase } from "../database.ts";
import { aFileStore } from "../files.ts";
import { type FormPart, formBody, formType } from "../form.ts";
import { aMailService } from "../mail-service.ts";
import { anOutside } from "../outside.ts";
import { addMissingBrowserParts, formOf } from "./browser.ts";
import { type DrawnState, dashboardRoutes, type Handler } from "./routes.tsx";

export type StaffRole = "admin" | "editor";

/** The dashboard on a database of its own, for the tests of one file. The company is named; nothing else is there. */
export type Dashboard = Awaited<ReturnType<typeof openDashboard>>;

/** A window of the dashboard that somebody of the staff has open. */
export type DashboardWindow = Awaited<ReturnType<Dashboard["visit"]>>;

const publicUrl = new URL("https://www.company.example");

// A busy machine is slow, not wrong: only what never comes fails.
configure({ asyncUtilTimeout: 20_000 });

export async function openDashboard() {
  addMissingBrowserParts();
  const open = await openTestDatabase("sqlite");
  const { db } = open;
  const backups = mkdtempSync(join(tmpdir(), "frontdesk-backups-"));
  const clock = testClock();
  const dependencies = testWorld(db, { clock, publicUrl });
  const parts = {
    db,
    clock,
    publicUrl,
    folder: process.cwd(),
    variables: {},
    dataDir: backups,
    files: aFileStore(),
    accounts: dependencies,
    mail: aMailService(db, publicUrl),
    leadFeed: openLeadFeed(db, clock),
    outside: anOutside(),
    backup: {
      place: { folder: backups },
      key: null,
      everyHours: null,
      incrementMinutes: 5,
      keep: null,
    } as BackupEnv, // tests set it otherwise
  };
  const people = {
    admin: await aPerson(db, dependencies, { name: "Asha Rahman", role: "admin" }),
    editor: await aPerson(db, dependencies, { name: "Nadia Karim", role: "editor" }),
  };
  const actionContext = (role: StaffRole = "admin"): ActionContext => ({
    actor: { id: people[role].id, requestId: "test" },
    now: clock.now(),
  });
  await write(db, (tx) => saveSettings(tx, { company: { name: "Kolpona" } }, actionContext()));
  const server = createServer(parts);
  return {
    ...parts,
    people,
    /** For functions that write, as somebody of the staff and now. */
    actionContext,
    settings: () => readSettings(db),
    /**
     * Opens an address in a browser whose person has just signed in, and waits for the screen. A window that a test has left
     * open is closed before.
     */
    async visit(path: string, role: StaffRole = "admin") {
      closeWindow();
      const browser = openBrowser({ publicUrl });
      await signIn(browser, role);
      return openWindow(server, browser, path);
    },
    /** What a server answers somebody of the staff, without a browser, so long after they have signed in. */
    async ask(
      path: string,
      init: RequestInit = {},
      role: StaffRole = "admin",
      secondsSince = 0,
    ): Promise<Response> {
      const browser = openBrowser({ publicUrl });
      await signIn(browser, role);
      clock.pass(secondsSince);
      return server.answer(await toServerRequest(new Request(new URL(path, publicUrl), init), browser));
    },
    async [Symbol.asyncDispose]() {
      closeWindow();
      parts.leadFeed.close();
      rmSync(backups, { recursive: true, force: true });
      await open.close();
    },
  };

  async function signIn(browser: Browser, role: StaffRole): Promise<void> {
    const here = atStart(dependencies, "test");
    const { secret, seconds } = await write(db, (tx) => insertSession(tx, here, people[role], "passkey"));
    browser.keep({ cookies: [createCookieJar(publicUrl).set("session", secret, seconds)] });
  }
}

function aPerson(
  db: Database,
  dependencies: ReturnType<typeof testWorld>,
  { name, role }: { name: string; role: StaffRole },
): Promise<User> {
  const email = `${name.split(" ")[0]?.toLowerCase()}@kolpona.example`;
  const here = atStart(dependencies, "test");
  return write(db, (tx) => createUser(tx, here, { name, email, role, by: "test" }));
}

type Server = ReturnType<typeof createServer>;

/** What answers a browser: loaders and actions of the dashboard's routes, and the API. */
function createServer(
  parts: Parameters<typeof createApi>[0] &
    Pick<PageContext, "folder" | "variables" | "dataDir" | "outside" | "backup">,
) {
  const api = new Hono<{ Bindings: { requestContext: RequestContext } }>().route("/api", createApi(parts));
  const pages = createStaticHandler(dashboardRoutes((handler) => handler));
  const requestContext = () =>
    createRequestContext({ id: "test-request", address: "203.0.113.7", secure: true });
  const contextOf = () => {
    const context = new RouterContextProvider();
    context.set(pageContext, { ...parts, requestContext: requestContext(), documentTexts: null });
    return context;
  };
  return {
    contextOf,
    async answer(request: Request): Promise<Response> {
      if (new URL(request.url).pathname.startsWith("/api/"))
        return api.fetch(request, { requestContext: requestContext() });
      const found: unknown = await pages
        .queryRoute(request, { requestContext: contextOf() })
        .catch((thrown: unknown) => {
          if (thrown instanceof Response) return thrown;
          if (isRouteErrorResponse(thrown)) return new Response(null, { status: thrown.status });
          throw thrown;
        });
      return found instanceof Response ? found : Response.json(found);
    },
  };
}

let closeWindow = () => {};

async function openWindow(server: Server, browser: Browser, path: string) {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, location.href), init);
    const answer = await server.answer(await toServerRequest(request, browser));
    keepCookies(browser, answer.headers);
    return answer;
  });
  history.replaceState(null, "", path);
  let drawnState: DrawnState | null = null;
  const router = createBrowserRouter(
    dashboardRoutes(serveFor(server, browser), (state) => {
      drawnState = state;
    }),
  );
  const user = userEvent.setup();
  const drawn = render(<RouterProvider router={router} />);

  /** Waits until nothing is under way any more, and what came of it is drawn. Throws what the server did not expect. */
  async function settle(): Promise<void> {
    await waitFor(() => {
      const { initialized, navigation, revalidation, fetchers, location: at, loaderData } = router.state;
      const isFetching = [...fetchers.values()].some(({ state }) => state !== "idle");
      const isIdle = initialized && navigation.state === "idle" && revalidation === "idle" && !isFetching;
      const isDrawn =
        drawnState?.isIdle === true &&
        drawnState.key === at.key &&
        Object.entries(drawnState.loaderData).every(([id, data]) => loaderData[id] === data);
      expect({ isIdle, isDrawn }).toEqual({ isIdle: true, isDrawn: true });
    });
    const unexpected = Object.values(router.state.errors ?? {}).find((error) => !isRouteErrorResponse(error));
    if (unexpected !== undefined) throw unexpected;
    // Toasts are drawn after what they tell of.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  closeWindow = () => {
    closeWindow = () => {};
    cleanup();
    router.dispose();
    vi.unstubAllGlobals();
    errors.mockRestore();
    drawn.container.remove();
  };
  await settle();
  return {
    user,
    settle,
    /** Path and query of where the window is. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** What was written to the browser's console as an error. */
    errors: () => errors.mock.calls.map((call) => call.join(" ")),
    /** Presses a button or link, and waits for what comes of it. */
    async press(control: HTMLElement): Promise<void> {
      await user.click(control);
      await settle();
    },
    /** Puts a text in place of what a field holds. */
    async fill(field: HTMLElement, text: string): Promise<void> {
      await user.clear(field);
      await user.click(field);
      if (text !== "") await user.paste(text);
    },
    async goTo(to: string): Promise<void> {
      await router.navigate(to);
      await settle();
    },
  };
}

/** A loader or action as a server runs it: told by a request that carries the browser's cookies. */
function serveFor(server: Server, browser: Browser): (handler: Handler) => Handler {
  return (handler) => async (args) => {
    const request = await toServerRequest(args.request, browser);
    try {
      return keepAnswer(
        browser,
        await handler({ ...args, request, url: new URL(request.url), context: server.contextOf() }),
      );
    } catch (thrown) {
      throw keepAnswer(browser, thrown);
    }
  };
}

async function toServerRequest(request: Request, browser: Browser): Promise<Request> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("cookie", browser.header());
  headers.set("user-agent", "Mozilla/5.0 (X11; Linux) Firefox/140.0");
  headers.set("sec-fetch-site", "same-origin");
  const isForm = headers.get("content-type")?.startsWith("multipart/form-data") === true;
  const form = isForm ? formOf(request) : undefined;
  if (form) headers.set("content-type", formType);
  const body = async () => (form ? formBody(await partsOf(form)) : request.arrayBuffer());
  return new Request(new URL(pathname + search, publicUrl), {
    method: request.method,
    headers,
    body: isReading(request.method) ? null : await body(),
  });
}

function partsOf(form: FormData): Promise<FormPart[]> {
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === "string"
        ? { name, text: value }
        : { name, file: { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) } },
    ),
  );
}

/** Keeps the cookies of what a loader or action answers. A whole page that is to be loaded is gone to like any other. */
function keepAnswer(browser: Browser, answer: unknown): unknown {
  if (answer instanceof Response) {
    keepCookies(browser, answer.headers);
    const headers = new Headers(answer.headers);
    headers.delete("x-remix-reload-document");
    return new Response(answer.body, { status: answer.status, headers });
  }
  if (hasInit(answer)) keepCookies(browser, new Headers(answer.init?.headers));
  return answer;
}

/** What React Router's `data()` makes. */
function hasInit(answer: unknown): answer is { init: ResponseInit | null } {
  return typeof answer === "object" && answer !== null && "init" in answer && "data" in answer;
}

function keepCookies(browser: Browser, headers: Headers): void {
  browser.keep({ cookies: headers.getSetCookie() });
}
