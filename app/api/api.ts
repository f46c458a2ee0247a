import { type Context, Hono } from "hono";
import { holdsNul } from "#app/http/nul.ts";
import { problem } from "#app/http/problems.ts";
import type { Visit } from "#app/http/visit.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { notFound } from "./answers.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { presentRefusal } from "./refusals.ts";
import type { ApiParts, Route } from "./route.ts";
import { routes } from "./routes.ts";
import { admitWho, everyone, isForeignPage } from "./who.ts";

interface Bindings {
  Bindings: { visit: Visit };
}

/** The API, to be mounted at /api. What it does not expect is thrown on to whoever mounts it. */
export function createApi(parts: ApiParts, table: readonly Route[] = routes): Hono<Bindings> {
  const app = new Hono<Bindings>();
  for (const route of table) {
    // A table that lost its types somewhere must not open what it forgot to guard.
    if (!everyone.includes(route.who)) throw new TypeError(`${route.path} does not say who may use it`);
    app.on(route.method.toUpperCase(), route.path, (c) => answer(parts, route, c));
  }
  for (const [path, methods] of Map.groupBy(table, ({ path }) => path))
    app.all(path, (c) => refuseMethod(methods, c));
  app.all("*", notFound);
  return app;
}

/** In one order: who, input, work. */
async function answer(parts: ApiParts, route: Route, c: Context<Bindings>): Promise<Response> {
  const request = c.req.raw;
  if (route.method !== "get" && isForeignPage(request, parts.publicUrl))
    return problem(403, "Not from here", "Pages of other sites may not send this.");
  const signed = await admitWho(parts.accounts, route.who, { request, visit: c.env.visit });
  if (signed instanceof Response) return signed;
  // A link that is looked at ahead of time must not use up what it leads to.
  if (request.method === "HEAD" && route.status === 303) return refuseMethod([route], c);
  const read = readQuery(route.query, new URL(request.url).searchParams);
  if (read instanceof Response) return read;
  const params: Record<string, string> = c.req.param();
  if (Object.values(params).some(holdsNul)) return notFound();
  try {
    const { body, who } = route;
    const sent = body ? await readBody({ body, who }, request) : { body: {} };
    if (sent instanceof Response) return sent;
    return await route.handle({
      ...parts,
      request,
      visit: c.env.visit,
      signed,
      address: params.address ?? "",
      params,
      ...read,
      ...sent,
    });
  } catch (error) {
    if (error instanceof Refusal) return presentRefusal(error);
    throw error;
  }
}

function refuseMethod(there: readonly Route[], c: Context<Bindings>): Response {
  const allow = there.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
  const isQuestion = c.req.method === "OPTIONS";
  const refusal = isQuestion
    ? new Response(null, { status: 204 })
    : problem(405, "Not this way", `This address takes ${allow.join(" and ")}.`);
  refusal.headers.set("allow", [...allow, "OPTIONS"].join(", "));
  return refusal;
}
