import { z } from "zod";
import { answerWrittenOnce, json } from "./answers.ts";
import { type ApiRequest, namedSchema, namedSchemas, type Route } from "./route.ts";

namedSchema(
  "Problem",
  z.strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().optional().meta({ description: "What a program can tell the problem by" }),
    detail: z.string().optional(),
    errors: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "What is wrong with which field, in a sentence" }),
  }),
);

/** The table as OpenAPI 3.1. */
export function describeApi(routes: readonly Route[], publicUrl: URL) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method]: describeRoute(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Frontdesk",
      version: "1",
      description: "What the company publishes, and how to get in touch with it.",
    },
    servers: [{ url: new URL("/api", publicUrl).href }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: { schemas: describeSchemas(), securitySchemes },
  };
}

const securitySchemes = {
  cookie: { type: "apiKey", in: "cookie", name: "__Host-frontdesk.session_token" },
  token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  serviceToken: {
    type: "http",
    scheme: "bearer",
    description: "A service token of the company with the scope that the operation names",
  },
};

export function answerOpenApi(routes: readonly Route[], api: ApiRequest): Promise<Response> {
  return answerWrittenOnce(api, "/openapi.json", async () => json(describeApi(routes, api.publicUrl)));
}

/** The JSON Schema of what a route takes in, by key. */
export function describeInput(schema: z.ZodObject): InputSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  // An object's schema has its keys under `properties`.
  return rest as InputSchema;
}

/** The JSON Schema of an answer, with everything it refers to in its place. */
export function schemaOfAnswer(schema: z.ZodType): Partial<InputSchema> & { items?: Partial<InputSchema> } {
  // A JSON Schema of an object or a list has these keys.
  return z.toJSONSchema(schema, { unrepresentable: "any" }) as ReturnType<typeof schemaOfAnswer>;
}

export interface InputSchema {
  properties: Record<string, { type?: string; description?: string; maxLength?: number; enum?: string[] }>;
  required?: string[];
}

function describeRoute(route: Route) {
  const { name, group, summary, body, query } = route;
  return {
    operationId: name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [group],
    summary,
    security: describeSecurity(route),
    parameters: [...pathParameters(route), ...queryParameters(query), ...headerParameters(route)],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: describeInput(body) } } },
    }),
    ...(route.takes && { requestBody: { required: true, content: { [route.takes]: {} } } }),
    responses: { [statusOf(route)]: describeAnswer(route), ...refusalsOf(route) },
  };
}

/** By one of these ways. The scope stands beside a service token. */
function describeSecurity({ who, scope, isForTokensAlone }: Route): Record<string, string[]>[] {
  if (who === "anyone") return [];
  const asPerson = isForTokensAlone ? [] : [{ cookie: [] }, { token: [] }];
  return [...asPerson, ...(scope ? [{ serviceToken: [scope] }] : [])];
}

function pathParameters(route: Route) {
  const { path } = route;
  const description = isPublicRead(route)
    ? "Id, or address part; another spelling of it is led to the right one"
    : "Id";
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "address" && { description }),
  }));
}

function queryParameters(query: Route["query"]) {
  if (!query) return [];
  return Object.entries(describeInput(query).properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description,
    schema,
  }));
}

/** What the public reads is found by its address too, and by former ones. */
function isPublicRead({ method, who }: Route): boolean {
  return method === "get" && who === "anyone";
}

function headerParameters({ isOnce, needsVersion }: Route) {
  return [...(isOnce ? [idempotencyKey] : []), ...(needsVersion ? [seenVersion] : [])];
}

const seenVersion = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The entity tag of the version that was seen",
  schema: { type: "string", pattern: '^"[0-9]+"$' },
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Any text of your own; what is sent again with it within a day gives the same answer and is kept once",
  schema: { type: "string", maxLength: 200 },
};

/** The status of an answer when all is well. */
export function statusOf({ method, status }: Route): number {
  return status ?? (method === "post" ? 201 : 200);
}

function describeAnswer({ answer, status }: Route) {
  if (status === 303) return { description: "Leads on" };
  if (answer === "nothing") return { description: "Done" };
  if (typeof answer === "string") return { description: "A page", content: { [answer]: {} } };
  const id = namedSchemas.get(answer)?.id;
  return { description: "As asked for", content: { "application/json": { schema: reference(id ?? "") } } };
}

/** What can come back instead, each as a problem document. */
export function refusalsOf(route: Route): Record<string, { description: string }> {
  const needed = {
    401: describeProblem("Not signed in"),
    403: describeProblem("Signed in, but not allowed"),
  };
  return { ...(route.who !== "anyone" && needed), ...refusalsOfInput(route) };
}

function describeProblem(description: string) {
  return { description, content: { "application/problem+json": { schema: reference("Problem") } } };
}

function refusalsOfInput(route: Route): Record<string, { description: string }> {
  const { path, method, body, needsVersion } = route;
  const problem = describeProblem;
  const wrongQuery = { 400: problem("A key of the query is unknown or wrong") };
  if (body)
    return {
      400: problem("Not a JSON object, or a field that is not known"),
      403: problem("Sent by a page of another site"),
      413: problem("The body is too large"),
      415: problem("Not application/json"),
      422: problem("Some fields need another look; the problem says which and why"),
      429: problem("Too often; Retry-After says how many seconds to wait"),
      ...(path.includes(":") && { 404: problem("There is none") }),
      ...(needsVersion && {
        409: problem("Changed meanwhile; nothing was done, and `current` and `yours` hold both texts"),
        428: problem("If-Match is missing"),
      }),
    };
  if (method !== "get")
    return {
      403: problem("Not allowed, or sent by a page of another site"),
      404: problem("There is none"),
      409: problem("Changed meanwhile, or in use; nothing was done"),
    };
  if (!path.includes(":address")) return wrongQuery;
  if (!isPublicRead(route)) return { ...wrongQuery, 404: problem("There is none") };
  const redirects = {
    301: { description: "It has a new title" },
    308: { description: "Its right spelling" },
  };
  return { ...redirects, ...wrongQuery, 404: problem("There is none") };
}

function describeSchemas() {
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(namedSchemas, { uri, unrepresentable: "any" });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]));
}

function reference(id: string) {
  return { $ref: `#/components/schemas/${id}` };
}
