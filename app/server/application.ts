import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { answerStart } from "#app/api/accounts/account-answers.ts";
import { findMoved } from "#app/domain/content/urls/find-moved.ts";
import { namesOldPage } from "#app/domain/content/urls/redirect-keys.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { readWeaveAddress } from "#app/lib/weave/cloth.ts";
import { weave } from "#app/lib/weave/weave.ts";
import { createApi } from "../api/server/api.ts";
import { serveFile } from "../domain/files/serve.ts";
import { type Access, guardRoutes } from "../domain/routing/guard.ts";
import { pageContext } from "../domain/routing/page-context.ts";
import type { SiteServices } from "../domain/routing/site-services.ts";
import { isDatabaseUnavailable } from "../platform/database/engines/bounded-pool.ts";
import { isReading } from "../platform/http/listener/incoming.ts";
import type { Application } from "../platform/http/listener/listener-options.ts";
import type { RequestContext } from "../platform/http/listener/request-context.ts";
import routes from "../routes.ts";
import { correctRouteCase, listRoutes } from "./declare-routes.ts";
import { redirectMoved } from "./redirect-moved.ts";

interface Bindings {
  Bindings: { requestContext: RequestContext };
}

/** Routes API, files and artwork, then pages. */
export function createApplication(services: SiteServices): Application {
  const app = new Hono<Bindings>();
  app.route("/api", createApi(services));
  app.get("/files/*", (c) => serveFile(services.files, services.db, new URL(c.req.url).pathname));
  app.on("GET", "/auth/start", (c) =>
    c.req.method === "HEAD"
      ? new Response(null, { status: 405, headers: { allow: "GET" } })
      : answerStart(services.accounts, { request: c.req.raw, requestContext: c.env.requestContext }),
  );
  app.get("/weave/*", (c) => serveWeave(new URL(c.req.url).pathname, c.env.requestContext));
  app.all("*", (c) => servePage(services, c));
  // Rethrows, because the listener answers and logs unexpected errors; Hono would print them.
  app.onError((error) => {
    throw error;
  });
  return async (request, requestContext) => app.fetch(request, { requestContext });
}

/** Serves a page; if it does not exist, redirects an address of a former site. */
async function servePage(services: SiteServices, { req, env }: Context<Bindings>): Promise<Response> {
  const url = new URL(req.url);
  const isRead = isReading(req.method);
  if (isRead && namesOldPage(url)) {
    const place = await findRedirect(services.db, url.href);
    if (place !== null) return redirectMoved(services, place);
  }
  const path = isRead ? correctRouteCase(listedRoutes, url.pathname) : null;
  if (path !== null) {
    const corrected = path + url.search;
    return redirectMoved(services, (await findMoved(services.db, corrected)) ?? corrected);
  }
  const context = new RouterContextProvider();
  context.set(pageContext, { ...services, requestContext: env.requestContext });
  const answer = await (await pages())(req.raw, context);
  // Rendering the error page needs the database unless cached; the listener's own page does not.
  const { failure, isFromMemory } = env.requestContext;
  if (isDatabaseUnavailable(failure) && !(isFromMemory && answer.status === 503)) throw failure;
  if (answer.status !== 404 || !isRead) return answer;
  const place = await findRedirect(services.db, url.href);
  return place === null ? answer : redirectMoved(services, place);
}

let handler: Promise<ReturnType<typeof createRequestHandler>> | undefined;

/** Throws if a page declares no access rule; called at the start, before any page is served. */
export const preparePages = async (): Promise<void> => void (await pages());

const listedRoutes = listRoutes(routes);

/** Access rules by route id; the root route is the document around every page. */
const access = new Map<string, Access>([
  ["root", { who: "anyone" }],
  ...listedRoutes.map(({ id, rules }): [string, Access] => [id, rules]),
]);

async function pages() {
  const load = async () => guardRoutes(await import("virtual:react-router/server-build"), access);
  // Development rebuilds modules, so each request imports them again.
  if (import.meta.env.DEV) return createRequestHandler(load, "development");
  handler ??= load().then((build) => createRequestHandler(build, "production"));
  return handler;
}

/** Serves a cover artwork as SVG; its address contains all its parameters, so it never changes. */
function serveWeave(path: string, requestContext: RequestContext): Response {
  const cloth = readWeaveAddress(path);
  if (cloth === null) return new Response("There is no such artwork.", { status: 404 });
  requestContext.cacheTags();
  return new Response(weave(cloth), {
    headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=31536000, immutable" },
  });
}
