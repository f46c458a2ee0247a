import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Database } from "./database/database.ts";
import type { Application } from "./http/application.ts";
import type { Visit } from "./http/visit.ts";
import type { Clock } from "./platform/clock.ts";
import { siteContext } from "./site/site-context.ts";

export interface ApplicationParts {
  db: Database;
  clock: Clock;
  publicUrl: URL;
}

type Bindings = { Bindings: { visit: Visit } };

/** Machines' addresses first, then the pages. */
export function createApplication(parts: ApplicationParts): Application {
  const app = new Hono<Bindings>();
  app.all("*", (c) => showPage(parts, c.req.raw, c.env.visit));
  return async (request, visit) => app.fetch(request, { visit });
}

async function showPage(parts: ApplicationParts, request: Request, visit: Visit): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(siteContext, { ...parts, visit });
  return (await pages())(request, context);
}

let handler: ReturnType<typeof createRequestHandler> | undefined;

async function pages() {
  // In development the build changes under our feet: it is asked for anew each time.
  const load = () => import("virtual:react-router/server-build") as Promise<ServerBuild>; // virtual module without types
  if (import.meta.env.DEV) return createRequestHandler(load, "development");
  handler ??= createRequestHandler(await load(), "production");
  return handler;
}
