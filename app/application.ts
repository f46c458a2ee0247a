import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import type { AccountContext } from "#app/accounts/account-context.ts";
import { answerStart } from "#app/api/accounts/account-answers.ts";
import { findMoved } from "#app/content/urls/find-moved.ts";
import { namesOldPage } from "#app/content/urls/redirect-keys.ts";
import { findRedirect } from "#app/content/urls/resolve-urls.ts";
import type { LeadFeed } from "#app/leads/lead-feed.ts";
import { readWeaveAddress } from "#app/weave/cloth.ts";
import { weave } from "#app/weave/weave.ts";
import { createApi } from "./api/server/api.ts";
import type { Database } from "./database/database.ts";
import { isDatabaseUnavailable } from "./database/engines/bounded-pool.ts";
import { correctRouteCase, listRoutes } from "./declare-routes.ts";
import { serveFile } from "./files/serve.ts";
import type { FileStore } from "./files/store/store.ts";
import { isReading } from "./http/listener/incoming.ts";
import type { Application } from "./http/listener/listener-options.ts";
import type { RequestContext } from "./http/listener/request-context.ts";
import { redirectTo } from "./http/responses/refusals.ts";
import type { MailService } from "./mail/outbox/mail-service.ts";
import { type Access, guardRoutes } from "./pages/guard.ts";
import { pageContext } from "./pages/page-context.ts";
import type { Clock } from "./platform/clock.ts";
import type { BackupEnv } from "./platform/settings/files-env.ts";
import routes from "./routes.ts";
import type { NetworkAccess } from "./webhooks/post.ts";

export interface ApplicationDependencies {
  db: Database;
  files: FileStore;
  clock: Clock;
  publicUrl: URL;
  accounts: AccountContext;
  mail: MailService;
  leadFeed: LeadFeed;
  /** The network, as webhooks reach it. */
  outside: NetworkAccess;
  /** Where the product is installed. */
  folder: string;
  /** The deployer's, for processes of its own. */
  variables: Record<string, string | undefined>;
  /** Where the instance keeps what is its own. */
  dataDir: string;
  /** What the deployer set about backups. */
  backup: BackupEnv;
}

interface Bindings {
  Bindings: { requestContext: RequestContext };
}

/** Machines' addresses first, then the pages. */
export function createApplication(parts: ApplicationDependencies): Application {
  const app = new Hono<Bindings>();
  app.route("/api", createApi(parts));
  app.get("/files/*", (c) => serveFile(parts.files, parts.db, new URL(c.req.url).pathname));
  app.on("GET", "/auth/start", (c) =>
    c.req.method === "HEAD"
      ? new Response(null, { status: 405, headers: { allow: "GET" } })
      : answerStart(parts.accounts, { request: c.req.raw, requestContext: c.env.requestContext }),
  );
  app.get("/weave/*", (c) => serveWeave(new URL(c.req.url).pathname, c.env.requestContext));
  app.all("*", (c) => showPage(parts, c));
  // The listener answers and logs what nobody expected; Hono would print it.
  app.onError((error) => {
    throw error;
  });
  return async (request, requestContext) => app.fetch(request, { requestContext });
}

/** A page; where there is none, the address may be one of a former site. */
async function showPage(parts: ApplicationDependencies, { req, env }: Context<Bindings>): Promise<Response> {
  const url = new URL(req.url);
  const isRead = isReading(req.method);
  if (isRead && url.pathname === "/" && namesOldPage(url.searchParams)) {
    const place = await findRedirect(parts.db, url.href);
    if (place !== null) return redirectTo(place);
  }
  const path = isRead ? correctRouteCase(listedRoutes, url.pathname) : null;
  if (path !== null) {
    const corrected = path + url.search;
    return redirectTo((await findMoved(parts.db, corrected)) ?? corrected);
  }
  const context = new RouterContextProvider();
  const documentTexts = asksForData(url) ? null : [];
  context.set(pageContext, { ...parts, requestContext: env.requestContext, documentTexts });
  const answer = await (await pages())(req.raw, context);
  // The frame around what went wrong needs the database as well, unless it was read before; the listener's own page does not.
  const { failure, isFromMemory } = env.requestContext;
  if (isDatabaseUnavailable(failure) && !(isFromMemory && answer.status === 503)) throw failure;
  if (answer.status !== 404 || !isRead) return answer;
  const place = await findRedirect(parts.db, url.href);
  return place === null ? answer : redirectTo(place);
}

/** Whether the browser has a page of ours already, and fetches what the next one shows. */
function asksForData({ pathname }: URL): boolean {
  return pathname.endsWith(".data");
}

let handler: Promise<ReturnType<typeof createRequestHandler>> | undefined;

/** Throws when a page does not say who may use it; asked at the start, so that none is ever served. */
export const preparePages = async (): Promise<void> => void (await pages());

const listedRoutes = listRoutes(routes);

/** The document around every page is a route of its own. */
const access = new Map<string, Access>([
  ["root", { who: "anyone" }],
  ...listedRoutes.map(({ id, rules }): [string, Access] => [id, rules]),
]);

async function pages() {
  const load = async () => guardRoutes(await import("virtual:react-router/server-build"), access);
  // In development the build changes under our feet: it is asked for anew each time.
  if (import.meta.env.DEV) return createRequestHandler(load, "development");
  handler ??= load().then((build) => createRequestHandler(build, "production"));
  return handler;
}

/** A woven cover as a file of its own; its address says all, so that it never changes. */
function serveWeave(path: string, requestContext: RequestContext): Response {
  const cloth = readWeaveAddress(path);
  if (cloth === null) return new Response("There is no such cloth.", { status: 404 });
  requestContext.cacheTags();
  return new Response(weave(cloth), {
    headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=31536000, immutable" },
  });
}
