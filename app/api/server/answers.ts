import { createHash } from "node:crypto";
import { z } from "zod";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import type { FieldFilter } from "#app/lib/fields/field.ts";
import type { Resource } from "#app/ops/resources/define-resource.ts";
import { type Paged, readCursor } from "#app/platform/database/paging.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "./route.ts";

export function json(value: unknown, status: 200 | 201 | 202 = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
}

export function notFoundProblem(): Response {
  return problem(404, "Not found", "There is nothing at this address.");
}

/** Redirect to the canonical spelling (308) or to the new address (301). */
export function redirectResponse(status: 301 | 308, location: string): Response {
  return new Response(null, { status, headers: { location } });
}

/** Adds an ETag to a generated response and returns 304 if the client has it. */
export async function withEntityTag(request: Request, answer: Response): Promise<Response> {
  return answerTagged(request, await addTag(answer));
}

/** Responses that do not change while the process runs, by path and site address. */
const cachedAnswers = new Map<string, Promise<TaggedAnswer>>();

/** Caches a response that depends on no request data; generates it once per process. */
export async function answerWrittenOnce(
  { request, publicUrl }: Pick<ApiRequest, "request" | "publicUrl">,
  path: `/${string}`,
  write: () => Promise<Response>,
): Promise<Response> {
  const key = `${path} ${publicUrl.href}`;
  const answer = cachedAnswers.get(key) ?? write().then(addTag);
  cachedAnswers.set(key, answer);
  return answerTagged(request, await answer);
}

interface TaggedAnswer {
  body: Buffer<ArrayBuffer>;
  headers: Headers;
  tag: string;
}

async function addTag(answer: Response): Promise<TaggedAnswer> {
  const body = Buffer.from(await answer.arrayBuffer());
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers(answer.headers);
  headers.set("etag", tag);
  headers.set("cache-control", "public, max-age=0, must-revalidate");
  return { body, headers, tag };
}

function answerTagged(request: Request, { body, headers: all, tag }: TaggedAnswer): Response {
  const headers = new Headers(all);
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""));
  if (!known.includes(tag) && !known.includes("*")) return new Response(body, { headers });
  headers.delete("content-type");
  return new Response(null, { status: 304, headers });
}

/** Query keys of every list: page size, with its default, and cursor. */
export function pageKeys({ limit, cursorFrom }: { limit: number; cursorFrom: "Link header" | "body" }) {
  const place = cursorFrom === "body" ? "`next` of the previous page" : "the one from the Link header";
  return {
    limit: z
      .string()
      .regex(/^([1-9]\d?|100)$/, "Enter a whole number from 1 to 100")
      .transform(Number)
      .prefault(String(limit))
      .meta({ description: "Maximum number of rows, from 1 to 100" }),
    cursor: z
      .string()
      .refine((text) => readCursor(text) !== null, `This cursor is invalid; use ${place}`)
      .optional()
      .meta({ description: `Cursor of the page: ${place}` }),
  };
}

/** Rows for staff, with a link to the next page. */
export function answerRows<Row, Shown>(
  { request, publicUrl }: Pick<ApiRequest, "request" | "publicUrl">,
  page: Paged<Row>,
  show: (row: Row) => Shown,
): Response {
  const answer = privateJson(page.rows.map(show));
  if (page.next === null) return answer;
  const { pathname, searchParams } = new URL(request.url);
  const next = new URL(pathname, publicUrl);
  for (const [name, value] of searchParams) if (value !== "") next.searchParams.set(name, value);
  next.searchParams.set("cursor", page.next);
  answer.headers.set("link", `<${next.href}>; rel="next"`);
  return answer;
}

/** Response for staff or one person; neither browsers nor proxies store it. */
export function privateJson(value: unknown, status: 200 | 201 | 202 = 200): Response {
  return noStore(json(value, status));
}

export function noContent(): Response {
  return noStore(new Response(null, { status: 204 }));
}

/** Forbids browsers and proxies to store a response. */
export function noStore(answer: Response): Response {
  answer.headers.set("cache-control", "no-store");
  return answer;
}

/** Query of a list without the filters of its kind. */
export interface ListQuery {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Field that the API filters by. */
export interface ListFilter extends FieldFilter {
  field: string;
}

export function filtersOf(kind: Kind): ListFilter[] {
  return fieldsOfKind(kind).flatMap(([field, { filter, isFacet }]) => {
    const found = isFacet ? filter(field) : null;
    return found ? [{ ...found, field }] : [];
  });
}

/** Query keys of a kind's list: one filter or a search at a time. */
export function listQuerySchema(kind: Kind) {
  const filters = Object.fromEntries(filtersOf(kind).map(({ name, schema }) => [name, schema.optional()]));
  return z
    .strictObject({ ...filters, q: words, ...pageKeys({ limit: 100, cursorFrom: "Link header" }) })
    .superRefine((query, context) => {
      const usedFilters = [...Object.keys(filters), "q"].filter(
        (name) => Reflect.get(query, name) !== undefined,
      );
      const addIssue = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      if (usedFilters[1] !== undefined) addIssue(usedFilters[1], "Filter by one thing at a time");
      if (query.q !== undefined && query.cursor !== undefined)
        addIssue("cursor", "A search has one page only");
    });
}

const words = z
  .string()
  .max(200, "Use at most 200 characters")
  .optional()
  .meta({ description: "Word prefixes to search for; best match first, one page only" });

/** API list of a resource, which defines its role, query and response. */
export function listRoute({ name, role, api }: Resource): Route {
  if (!api) throw new TypeError(`${name} has no API definition`);
  const { path, scope, operation, group, summary, item, itemName, listName, rowsKey } = api;
  const query = z.strictObject({
    ...api.query,
    ...pageKeys({ limit: 50, cursorFrom: rowsKey === null ? "Link header" : "body" }),
  });
  const rows = z.array(namedSchema(itemName, item));
  return defineRoute({
    method: "get",
    path,
    who: role,
    ...(scope && { scope }),
    name: operation,
    group,
    summary,
    query,
    answer: namedSchema(
      listName,
      rowsKey === null ? rows : z.strictObject({ [rowsKey]: rows, next: z.string().nullable() }),
    ),
    async handle(apiRequest: ApiRequest<z.infer<typeof query>>) {
      const { limit, cursor: after, ...filter } = apiRequest.query;
      const page = await api.list(apiRequest.db, filter, {
        limit,
        after,
        isForToken: apiRequest.token !== null,
      });
      if (rowsKey !== null) return privateJson({ [rowsKey]: page.rows, next: page.next });
      return answerRows(apiRequest, { ...page, previous: null }, (row) => row);
    },
  });
}
