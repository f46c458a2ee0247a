import { html, raw } from "hono/html";
import { z } from "zod";
import { markAttribute } from "#app/platform/http/security/security-headers.ts";
import { answerWrittenOnce, json } from "./answers.ts";
import { type ApiRequest, namedSchema, namedSchemas, type Route } from "./route.ts";

namedSchema(
  "Problem",
  z.strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().optional().meta({ description: "Stable code for programs" }),
    detail: z.string().optional(),
    errors: z.record(z.string(), z.string()).optional().meta({ description: "Error message by field" }),
  }),
);

/** OpenAPI 3.1 description of the routes. */
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
      description: "Published content of the company, and forms to contact it.",
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
    description: "Service token with the scope of the operation",
  },
};

export function answerOpenApi(routes: readonly Route[], api: ApiRequest): Promise<Response> {
  return answerWrittenOnce(api, "/openapi.json", async () => json(describeApi(routes, api.publicUrl)));
}

/** JSON Schema of a route's input, by key. */
export function describeInput(schema: z.ZodObject): InputSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  // The schema of an object has its keys under `properties`.
  return rest as InputSchema;
}

/** JSON Schema of a response with all references inlined. */
function schemaOfAnswer(schema: z.ZodType): Partial<InputSchema> & { items?: Partial<InputSchema> } {
  // JSON Schemas of objects and lists have these keys.
  return z.toJSONSchema(schema, { unrepresentable: "any" }) as ReturnType<typeof schemaOfAnswer>;
}

interface InputSchema {
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

/** Alternative authentication methods. A service token needs the scope. */
function describeSecurity({ who, scope, isForTokensAlone }: Route): Record<string, string[]>[] {
  if (who === "anyone") return [];
  const asPerson = isForTokensAlone ? [] : [{ cookie: [] }, { token: [] }];
  return [...asPerson, ...(scope ? [{ serviceToken: [scope] }] : [])];
}

function pathParameters(route: Route) {
  const { path } = route;
  const description = isPublicRead(route)
    ? "Id or slug; other spellings of a slug redirect to the canonical one"
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

/** Whether a route serves public content, which is also found by current and former slugs. */
function isPublicRead({ method, who }: Route): boolean {
  return method === "get" && who === "anyone";
}

function headerParameters({ isOnce, needsVersion }: Route) {
  return [...(isOnce ? [idempotencyKey] : []), ...(needsVersion ? [ifMatchHeader] : [])];
}

const ifMatchHeader = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "ETag of the version that the change is based on",
  schema: { type: "string", pattern: '^"[0-9]+"$' },
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Unique text; a request repeated with it within a day returns the same response and is stored once",
  schema: { type: "string", maxLength: 200 },
};

/** Status of a successful response. */
export function statusOf({ method, status }: Route): number {
  return status ?? (method === "post" ? 201 : 200);
}

function describeAnswer({ answer, status }: Route) {
  if (status === 303) return { description: "Redirect" };
  if (answer === "nothing") return { description: "Success without body" };
  if (typeof answer === "string") return { description: "A page", content: { [answer]: {} } };
  const id = namedSchemas.get(answer)?.id;
  return { description: "Success", content: { "application/json": { schema: reference(id ?? "") } } };
}

/** Possible errors, each as a problem document. */
function refusalsOf(route: Route): Record<string, { description: string }> {
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
  const wrongQuery = { 400: problem("Unknown or invalid query key") };
  if (body)
    return {
      400: problem("Not a JSON object, or an unknown field"),
      403: problem("Cross-site request"),
      413: problem("The body is too large"),
      415: problem("Not application/json"),
      422: problem("Invalid values; `errors` contains a message for each field"),
      429: problem("Rate limit exceeded; Retry-After contains the seconds to wait"),
      ...(path.includes(":") && { 404: problem("Not found") }),
      ...(needsVersion && {
        409: problem(
          "Conflict with a newer version, nothing was changed; `current` and `yours` contain both texts",
        ),
        428: problem("If-Match is missing"),
      }),
    };
  if (method !== "get")
    return {
      403: problem("Not allowed, or a cross-site request"),
      404: problem("Not found"),
      409: problem("Conflict with a newer version, or in use; nothing was changed"),
    };
  if (!path.includes(":address")) return wrongQuery;
  if (!isPublicRead(route)) return { ...wrongQuery, 404: problem("Not found") };
  const redirects = {
    301: { description: "Moved to a new slug" },
    308: { description: "Canonical spelling of the slug" },
  };
  return { ...redirects, ...wrongQuery, 404: problem("Not found") };
}

function describeSchemas() {
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(namedSchemas, { uri, unrepresentable: "any" });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]));
}

function reference(id: string) {
  return { $ref: `#/components/schemas/${id}` };
}

/** Documentation page: no script, one style sheet. */
export function answerDocs(routes: readonly Route[], api: ApiRequest): Promise<Response> {
  return answerWrittenOnce(api, "/docs", async () => {
    const page = String(await writePage(routes, api.publicUrl));
    return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  });
}

function writePage(routes: readonly Route[], publicUrl: URL) {
  const groups = Map.groupBy(routes, ({ group }) => group);
  const base = new URL("/api", publicUrl).href;
  const links = [...groups.keys()].map((name) => html`<li><a href="#${anchor(name)}">${name}</a></li>`);
  const sections = [...groups].map(
    ([name, group]) => html`
<section aria-labelledby="${anchor(name)}">
<h2 id="${anchor(name)}">${name}</h2>
${group.map((route) => writeRoute(route, base))}
</section>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<meta name="description" content="HTTP API for the published content of the company and its contact forms.">
<style${raw(markAttribute)}>${raw(style)}</style>
</head>
<body>
<header>
<h1>API</h1>
<p>All paths are relative to <code>${base}</code>. Responses are JSON. Errors are problem documents
(RFC 9457) with <code>title</code>, <code>detail</code>, and <code>errors</code> with a message for each invalid field.
Reads have an <code>ETag</code>; with <code>If-None-Match</code>, an unchanged response is 304.</p>
<p>OpenAPI description: <a href="/api/openapi.json">openapi.json</a></p>
<nav aria-label="Contents"><ul>${links}</ul></nav>
</header>
<main>${sections}
</main>
</body>
</html>
`;
}

function anchor(name: string): string {
  return name.toLowerCase().replace(/\W+/g, "-");
}

const style = `
:root{color:#0d1b2a;background:#fff;font:1.0625rem/1.6 system-ui,sans-serif}
body{max-width:46rem;margin:0 auto;padding:1rem 1.25rem 6rem}
h1{font-size:2.75rem;line-height:1.05;letter-spacing:-.02em;margin:2rem 0 1rem}
h2{font-size:1.75rem;line-height:1.2;letter-spacing:-.01em;margin:4.5rem 0 0;border-top:2px solid #0d1b2a;padding-top:1.25rem}
h3{font-size:1.125rem;margin:2.5rem 0 .25rem}
h3 code{font-weight:600}
h4{font-size:.9375rem;margin:1.25rem 0 .25rem}
p{margin:.5rem 0}
a{color:#0b5fff}
a:focus-visible{outline:3px solid #0b5fff;outline-offset:2px}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:#f3f6fa;padding:.75rem 1rem;margin:1.25rem 0;white-space:pre-wrap;border-radius:4px}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
nav a{display:inline-block;min-height:1.5rem}
dl{margin:0;font-size:.9375rem}
dl div{display:grid;grid-template-columns:9.5rem 1fr;gap:0 1rem;padding:.4rem 0;border-top:1px solid #dfe6ee}
dd{margin:0}
.rule{color:#4a5868}
@media (max-width:36rem){dl div{grid-template-columns:1fr}}
`;

function writeCallers({ who, scope, isForTokensAlone }: Route) {
  if (!scope) return who;
  const programs = html`service tokens with the scope <code>${scope}</code>`;
  return isForTokensAlone ? programs : html`${who}, and ${programs}`;
}

/** Documentation of one route: input, response and an example command. */
function writeRoute(route: Route, base: string) {
  const { method, path, summary, query, body } = route;
  return html`
<article>
<h3><code>${method.toUpperCase()} /api${path.replace(":address", "{id or address}")}</code></h3>
<p>${summary}. For ${writeCallers(route)}.</p>
${query ? writeFields("Query", describeInput(query)) : ""}
${body ? writeFields("Body", describeInput(body)) : ""}
${route.isOnce ? html`<p>With a header <code>Idempotency-Key</code>, repeated requests are stored once.</p>` : ""}
<h4>Response</h4>
<dl>${writeAnswer(route)}${Object.entries(refusalsOf(route)).map(([status, { description }]) => writeRow(status, description))}</dl>
<pre><code>${writeExample(route, base)}</code></pre>
</article>`;
}

function writeFields(title: string, { properties, required = [] }: InputSchema) {
  const rows = Object.entries(properties).map(([name, { type, description, maxLength, enum: options }]) => {
    const value = options ? `one of ${options.join(", ")}` : type === "boolean" ? "true" : "text";
    const rule = [required.includes(name) ? "required" : "", value, maxLength ? upTo(maxLength) : ""];
    const meaning = description ? html`${description.replace(/\.$/, "")}. ` : "";
    return html`<div><dt><code>${name}</code></dt><dd>${meaning}<span class="rule">${capital(rule.filter(Boolean).join(", "))}.</span></dd></div>`;
  });
  return html`<h4>${title}</h4><dl>${rows}</dl>`;
}

function upTo(length: number): string {
  return `at most ${length.toLocaleString("en")} characters`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function writeAnswer(route: Route) {
  const { answer } = route;
  const status = String(statusOf(route));
  if (answer === "nothing")
    return writeRow(status, route.status === 303 ? "Redirect" : "Success without body");
  if (typeof answer === "string") return writeRow(status, "A page");
  const schema = schemaOfAnswer(answer);
  const keys = Object.keys(schema.items?.properties ?? schema.properties ?? {});
  const what = schema.items ? "A list of objects with " : "An object with ";
  const names = keys.map((key, index) => html`${index > 0 ? ", " : ""}<code>${key}</code>`);
  return keys.length === 0 ? writeRow(status, "An object") : writeRow(status, html`${what}${names}`);
}

function writeRow(status: string, what: unknown) {
  return html`<div><dt>${status}</dt><dd>${what}</dd></div>`;
}

function writeExample({ path, body }: Route, base: string): string {
  const address = base + path.replace(":address", "An-Address");
  if (!body) return `curl ${address}`;
  const { properties, required = [] } = describeInput(body);
  const values = required.map((name) => [name, properties[name]?.type === "boolean" ? true : "…"]);
  const json = JSON.stringify(Object.fromEntries(values));
  return `curl ${address} \\\n  -H 'Content-Type: application/json' \\\n  -d '${json}'`;
}
