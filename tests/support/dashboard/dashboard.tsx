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
import { expect, test, vi } from "vitest";
import { createApi } from "#app/api/server/api.ts";
import { createCookieJar } from "#app/domain/accounts/sessions/cookies.ts";
import { insertSession } from "#app/domain/accounts/sessions/session.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser, type User } from "#app/domain/accounts/users.ts";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import { readSettings, saveSettings } from "#app/domain/company/settings.ts";
import { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
import { type PageContext, pageContext } from "#app/domain/routing/page-context.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { isReading } from "#app/platform/http/listener/incoming.ts";
import { createRequestContext, type RequestContext } from "#app/platform/http/listener/request-context.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import { type Browser, openBrowser, testClock, testWorld } from "../accounts.ts";
import { openTestDatabase } from "../database.ts";
import { aFileStore } from "../files.ts";
import { type FormPart, formBody, formType } from "../form.ts";
import { createTestMailService } from "../mail-service.ts";
import { createTestNetwork } from "../outside.ts";
import { addMissingBrowserParts, formOf } from "./browser.ts";
import { dashboardRoutes, type Handler, type RenderedState } from "./routes.tsx";

export type StaffRole = "admin" | "editor";

/** Dashboard on its own database for the tests of one file; only the name of the company is set. */
export type Dashboard = Awaited<ReturnType<typeof openDashboard>>;

/** Open window of a staff member. */
export type DashboardWindow = Awaited<ReturnType<Dashboard["visit"]>>;

const publicUrl = new URL("https://www.company.example");

// A busy machine is slow, so only a state that never arrives fails.
configure({ asyncUtilTimeout: 20_000 });

/** Test with a dashboard that all tests of its file share. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest needs a pattern for the first parameter
export const dashboardTest = test.extend("dashboard", { scope: "file" }, async ({}, { onCleanup }) => {
  const dashboard = await openDashboard();
  onCleanup(() => dashboard[Symbol.asyncDispose]());
  return dashboard;
});

async function openDashboard() {
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
    mail: createTestMailService(db, publicUrl),
    leadFeed: openLeadFeed(db, clock),
    outside: createTestNetwork(),
    backup: {
      place: { folder: backups },
      key: null,
      everyHours: null,
      incrementMinutes: 5,
      keep: null,
    } as BackupEnv, // tests set what they need
  };
  const people = {
    admin: await aPerson(db, dependencies, { name: "Asha Rahman", role: "admin" }),
    editor: await aPerson(db, dependencies, { name: "Nadia Karim", role: "editor" }),
  };
  const actionContext = (role: StaffRole = "admin", minutes = 0): ActionContext => ({
    actor: { id: people[role].id, requestId: "test" },
    now: new Date(clock.now().getTime() + minutes * 60_000),
  });
  await write(db, (tx) => saveSettings(tx, { company: { name: "Kolpona" } }, actionContext()));
  const server = createServer(parts);
  return {
    ...parts,
    people,
    /** Context for functions that write, as a staff member. @param minutes time after the test clock */
    actionContext,
    settings: () => readSettings(db),
    /**
     * Opens an address for a staff member who has just signed in and waits for the screen. It closes a window that a test left
     * open.
     */
    async visit(path: string, role: StaffRole = "admin") {
      closeWindow();
      const browser = openBrowser({ publicUrl });
      await signIn(browser, role);
      return openWindow(server, browser, path);
    },
    /** Server response for a staff member without a browser, some seconds after the sign-in. */
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
    const context = atStart(dependencies, "test");
    const { secret, seconds } = await write(db, (tx) => insertSession(tx, context, people[role], "passkey"));
    browser.keep({ cookies: [createCookieJar(publicUrl).set("session", secret, seconds)] });
  }
}

function aPerson(
  db: Database,
  dependencies: ReturnType<typeof testWorld>,
  { name, role }: { name: string; role: StaffRole },
): Promise<User> {
  const email = `${name.split(" ")[0]?.toLowerCase()}@kolpona.example`;
  const context = atStart(dependencies, "test");
  return write(db, (tx) => createUser(tx, context, { name, email, role, by: "test" }));
}

type Server = ReturnType<typeof createServer>;

/** Server of a browser: loaders and actions of the dashboard's routes, and the API. */
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
    context.set(pageContext, { ...parts, requestContext: requestContext() });
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
    const response = await server.answer(await toServerRequest(request, browser));
    storeCookies(browser, response.headers);
    return response;
  });
  history.replaceState(null, "", path);
  let renderedState: RenderedState | null = null;
  const router = createBrowserRouter(
    dashboardRoutes(serveFor(server, browser), (state) => {
      renderedState = state;
    }),
  );
  const user = userEvent.setup();
  const rendered = render(<RouterProvider router={router} />);

  /** Waits until all requests have ended and their results are rendered. Throws unexpected server errors. */
  async function settle(): Promise<void> {
    await waitFor(() => {
      const {
        initialized,
        navigation,
        revalidation,
        fetchers,
        location: routerLocation,
        loaderData,
      } = router.state;
      const isFetching = [...fetchers.values()].some(({ state }) => state !== "idle");
      const isIdle = initialized && navigation.state === "idle" && revalidation === "idle" && !isFetching;
      const isRendered =
        renderedState?.isIdle === true &&
        renderedState.key === routerLocation.key &&
        Object.entries(renderedState.loaderData).every(([id, data]) => loaderData[id] === data);
      expect({ isIdle, isRendered }).toEqual({ isIdle: true, isRendered: true });
    });
    const unexpected = Object.values(router.state.errors ?? {}).find((error) => !isRouteErrorResponse(error));
    if (unexpected !== undefined) throw unexpected;
    // Toasts render after their cause.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  closeWindow = () => {
    closeWindow = () => {};
    cleanup();
    router.dispose();
    vi.unstubAllGlobals();
    errors.mockRestore();
    rendered.container.remove();
  };
  await settle();
  return {
    user,
    settle,
    /** Path and query of the window's location. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** Errors in the browser's console. */
    errors: () => errors.mock.calls.map((call) => call.join(" ")),
    /** Presses a button or link and waits for the result. */
    async press(control: HTMLElement): Promise<void> {
      await user.click(control);
      await settle();
    },
    /** Replaces the text of a field. */
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

/** Runs a loader or action as on a server, with a request that carries the browser's cookies. */
function serveFor(server: Server, browser: Browser): (handler: Handler) => Handler {
  return (handler) => async (args) => {
    const request = await toServerRequest(args.request, browser);
    try {
      return storeResponse(
        browser,
        await handler({ ...args, request, url: new URL(request.url), context: server.contextOf() }),
      );
    } catch (thrown) {
      throw storeResponse(browser, thrown);
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

/** Stores the cookies of a response. A redirect that reloads the document is followed like any other. */
function storeResponse(browser: Browser, response: unknown): unknown {
  if (response instanceof Response) {
    storeCookies(browser, response.headers);
    const headers = new Headers(response.headers);
    headers.delete("x-remix-reload-document");
    return new Response(response.body, { status: response.status, headers });
  }
  if (hasInit(response)) storeCookies(browser, new Headers(response.init?.headers));
  return response;
}

/** Whether React Router's `data()` made a response. */
function hasInit(response: unknown): response is { init: ResponseInit | null } {
  return typeof response === "object" && response !== null && "init" in response && "data" in response;
}

function storeCookies(browser: Browser, headers: Headers): void {
  browser.keep({ cookies: headers.getSetCookie() });
}
