import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { createApi } from "./api/api.ts";
import { findRedirect, namesOldPage } from "./content/redirects.ts";
import type { Database } from "./database/database.ts";
import { servePicture } from "./files/serve.ts";
import type { FileStore } from "./files/store.ts";
import type { Application } from "./http/application.ts";
import { movedTo } from "./http/moved.ts";
import type { Visit } from "./http/visit.ts";
import type { Clock } from "./platform/clock.ts";
import { serveWeave } from "./site/serve-weave.ts";
import { siteContext } from "./site/site-context.ts";

export interface ApplicationParts {
  db: Database;
  files: FileStore;
  clock: Clock;
  publicUrl: URL;
  /** Where the product is installed. */
  folder: string;
}

interface Bindings {
  Bindings: { visit: Visit };
}

/** Machines' addresses first, then the pages. */
export function createApplication(parts: ApplicationParts): Application {
  const app = new Hono<Bindings>();
  app.route("/api", createApi(parts));
  app.get("/files/*", (c) => servePicture(parts.files, parts.db, new URL(c.req.url).pathname));
  app.get("/weave/*", (c) => serveWeave(new URL(c.req.url).pathname, c.env.visit));
  app.all("*", (c) => showPage(parts, c));
  // The listener answers and logs what nobody expected; Hono would print it.
  app.onError((error) => {
    throw error;
  });
  return async (request, visit) => app.fetch(request, { visit });
}

/** A page; where there is none, the address may be one of a former site. */
async function showPage(parts: ApplicationParts, { req, env }: Context<Bindings>): Promise<Response> {
  const url = new URL(req.url);
  const isReading = req.method === "GET" || req.method === "HEAD";
  if (isReading && url.pathname === "/" && namesOldPage(url.searchParams)) {
    const place = await findRedirect(parts.db, url.href);
    if (place !== null) return movedTo(place);
  }
  const context = new RouterContextProvider();
  context.set(siteContext, { ...parts, visit: env.visit });
  const answer = await (await pages())(req.raw, context);
  if (answer.status !== 404 || !isReading) return answer;
  const place = await findRedirect(parts.db, url.href);
  return place === null ? answer : movedTo(place);
}

let handler: ReturnType<typeof createRequestHandler> | undefined;

async function pages() {
  const load = () => import("virtual:react-router/server-build");
  // In development the build changes under our feet: it is asked for anew each time.
  if (import.meta.env.DEV) return createRequestHandler(load, "development");
  handler ??= createRequestHandler(await load(), "production");
  return handler;
}
