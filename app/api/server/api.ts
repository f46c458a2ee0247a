import { type Context, Hono } from "hono";
import type { z } from "zod";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import { includesRole, isWho } from "#app/domain/accounts/accounts.ts";
import { hasServiceToken, identifyServiceToken } from "#app/domain/accounts/service-tokens.ts";
import { identifyByToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { identify, noteRefused } from "#app/domain/accounts/sessions/identify.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { anonymousBodyBytes } from "#app/platform/http/bodies/read-form.ts";
import { containsNul } from "#app/platform/http/bodies/request-body.ts";
import type { RequestContext } from "#app/platform/http/listener/request-context.ts";
import { domainErrorAnswers, problem, retryAfter } from "#app/platform/http/responses/refusals.ts";
import { isSameOrigin } from "#app/platform/http/security/same-origin.ts";
import { notFoundProblem } from "./answers.ts";
import { readJsonObject } from "./read-json.ts";
import type { ApiRequest, ApiServices, Route } from "./route.ts";
import { routes } from "./routes.ts";

interface Bindings {
  Bindings: { requestContext: RequestContext };
}

/** The API, mounted at /api. Unexpected errors propagate to the parent app. */
export function createApi(parts: ApiServices, table: readonly Route[] = routes): Hono<Bindings> {
  const app = new Hono<Bindings>();
  for (const route of table) {
    // Types do not protect at run time; a missing rule must not allow access.
    if (!isWho(route.who)) throw new TypeError(`${route.path} does not say who may use it`);
    app.on(route.method.toUpperCase(), route.path, (c) => answer(parts, route, c));
  }
  for (const [path, methods] of Map.groupBy(table, ({ path }) => path))
    app.all(path, (c) => refuseMethod(methods, c));
  app.all("*", notFoundProblem);
  return app;
}

/** Checks access first, then input, then runs the handler. */
async function answer(parts: ApiServices, route: Route, c: Context<Bindings>): Promise<Response> {
  const request = c.req.raw;
  if (route.method !== "get" && isForeignPage(request, parts.publicUrl))
    return problem(403, "Cross-site request", "Pages of other sites may not send this request.");
  const caller = await authenticate(parts.accounts, route, { request, requestContext: c.env.requestContext });
  if (caller instanceof Response) return caller;
  // HEAD requests of link scanners must not consume single-use links.
  if (request.method === "HEAD" && route.status === 303) return refuseMethod([route], c);
  const read = readQuery(route.query, new URL(request.url).searchParams);
  if (read instanceof Response) return read;
  const params: Record<string, string> = c.req.param();
  if (Object.values(params).some(containsNul)) return notFoundProblem();
  try {
    const { body, who } = route;
    const sent = body ? await readBody({ body, who }, request) : { body: {} };
    if (sent instanceof Response) return sent;
    return await route.handle({
      ...parts,
      request,
      requestContext: c.env.requestContext,
      ...caller,
      address: params.address ?? "",
      params,
      ...read,
      ...sent,
    });
  } catch (error) {
    if (error instanceof DomainError) return presentError(error);
    throw error;
  }
}

function refuseMethod(allowed: readonly Route[], c: Context<Bindings>): Response {
  const allow = allowed.flatMap(({ method }) =>
    method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
  );
  const isOptionsRequest = c.req.method === "OPTIONS";
  const refusal = isOptionsRequest
    ? new Response(null, { status: 204 })
    : problem(405, "Method not allowed", `This address accepts ${allow.join(" and ")}.`);
  refusal.headers.set("allow", [...allow, "OPTIONS"].join(", "));
  return refusal;
}

/** Checked query of a request without empty values, or the problem with all invalid keys. */
function readQuery(schema: z.ZodObject | undefined, given: URLSearchParams): { query: unknown } | Response {
  const errors = new Map<string, string>();
  const known = Object.keys(schema?.shape ?? {});
  for (const name of new Set(given.keys())) {
    if (!known.includes(name)) errors.set(name, "Unknown key");
    else if (given.getAll(name).length > 1) errors.set(name, "Use this key once");
  }
  const filled = known.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value] as const] : [];
  });
  const result = schema?.safeParse(Object.fromEntries(filled));
  for (const { path, message } of result?.error?.issues ?? []) errors.set(path.join("."), message);
  if (errors.size === 0) return { query: result?.data ?? {} };
  // Entries, because an object would lose a key such as __proto__.
  const named = Object.fromEntries([...errors].slice(0, 20));
  return problem(400, "Invalid query", "Please check these keys of the query.", named);
}

/** Error as a problem document; a rate limit error includes Retry-After. */
function presentError(error: DomainError): Response {
  const { status, title } = domainErrorAnswers[error.code];
  const fields = Object.keys(error.fields).length === 0 ? undefined : error.fields;
  const answer = problem(status, title, error.message, fields, error.reason);
  const wait = retryAfter(error);
  if (wait !== null) answer.headers.set("retry-after", wait);
  return answer;
}

/** Maximum body in bytes from signed-in callers. */
const maxBytes = 1_000_000;

/** JSON object of a request with known keys only, or the problem. */
async function readBody(
  { body: schema, who }: { body: z.ZodObject; who: Route["who"] },
  request: Request,
): Promise<{ body: Record<string, unknown> } | Response> {
  const read = await readJsonObject(request, who === "anyone" ? anonymousBodyBytes : maxBytes);
  if (read instanceof Response) return read;
  const unknownKeys = Object.keys(read.body).filter((key) => !Object.hasOwn(schema.shape, key));
  if (unknownKeys.length === 0) return read;
  const errors = unknownKeys
    .slice(0, 20)
    .map((key) => [key.slice(0, 100).toWellFormed(), "There is no such field"]);
  return problem(400, "Unknown fields", "The body contains unknown fields.", Object.fromEntries(errors));
}

type Caller = Pick<ApiRequest, "signed" | "token">;

interface ClientRequest {
  request: Request;
  requestContext: RequestContext;
}

const anonymous: Caller = { signed: null, token: null };

/** Caller of a route, or the error. Anonymous where the route is public. */
async function authenticate(
  accounts: AccountContext,
  route: Route,
  asking: ClientRequest,
): Promise<Caller | Response> {
  if (route.who === "anyone") return anonymous;
  if (hasServiceToken(asking.request)) return authenticateProgram(accounts, route, asking);
  const hasToken = asking.request.headers.has("authorization");
  const signed = await (hasToken ? identifyByToken(accounts, asking) : identify(accounts, asking));
  if (!signed) return refuseAnonymous();
  if (route.isForTokensAlone)
    return refuse(403, "Not for people", "This address accepts only service tokens.", "forbidden");
  if (!includesRole(route.who, signed.person.role)) {
    await noteRefused(accounts, asking, signed.person.id);
    return refuse(403, "Not allowed", "Your account may not do this.", "forbidden");
  }
  if (route.who !== "signed-in" && signed.needsTwoFactor)
    return refuse(
      403,
      "Second step needed",
      "Set up two-step sign-in in your profile first.",
      "second-step-missing",
    );
  return { signed, token: null };
}

/** Authenticates a program; its token's scopes are its only permissions. */
async function authenticateProgram(
  accounts: AccountContext,
  { scope }: Route,
  asking: ClientRequest,
): Promise<Caller | Response> {
  let token: Caller["token"];
  try {
    token = await identifyServiceToken(accounts, asking);
  } catch (error) {
    if (error instanceof DomainError) return presentError(error);
    throw error;
  }
  if (!token) return refuseAnonymous();
  if (scope !== undefined && token.scopes.includes(scope)) return { signed: null, token };
  await noteRefused(accounts, asking, token.id);
  const detail = scope ? `This needs a token with the scope ${scope}.` : "No service token may do this.";
  return refuse(403, "Not allowed", detail, scope ? "scope-missing" : "forbidden");
}

function refuseAnonymous(): Response {
  return refuse(401, "Not signed in", "Sign in, or send a valid token.", "unauthenticated");
}

/**
 * Whether a page of another site may have sent the request, by its Origin and Sec-Fetch-Site headers. Requests with
 * cookies but neither header count as foreign; programs send no cookies.
 */
function isForeignPage(request: Request, publicUrl: URL): boolean {
  const isBrowser = ["origin", "sec-fetch-site", "cookie"].some((name) => request.headers.has(name));
  return isBrowser && !isSameOrigin(request, publicUrl);
}

function refuse(status: 401 | 403, title: string, detail: string, code: string): Response {
  return problem(status, title, detail, undefined, code);
}
