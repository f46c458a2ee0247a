import { html, raw } from "hono/html";
import { markAttribute } from "#app/http/security/security-headers.ts";
import { answerWrittenOnce } from "./answers.ts";
import { describeInput, type InputSchema, refusalsOf, schemaOfAnswer, statusOf } from "./openapi.ts";
import type { ApiRequest, Route } from "./route.ts";

/** The table as a page to read: no script, one style sheet. */
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
<meta name="description" content="What the company publishes, and how to get in touch with it, for programs.">
<style${raw(markAttribute)}>${raw(style)}</style>
</head>
<body>
<header>
<h1>API</h1>
<p>Everything stands below <code>${base}</code>. Answers are JSON. What can’t be done comes back as a problem document
(RFC 9457): <code>title</code> and <code>detail</code> in words, and <code>errors</code> with a sentence for each wrong field.
Reads carry an <code>ETag</code>; ask again with <code>If-None-Match</code>, and the answer is 304 when nothing has changed.</p>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a></p>
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

function writeAskers({ who, scope, isForTokensAlone }: Route) {
  if (!scope) return who;
  const programs = html`service tokens with the scope <code>${scope}</code>`;
  return isForTokensAlone ? programs : html`${who}, and ${programs}`;
}

/** One route as people read it: what it takes, what it gives, and a line to try it with. */
function writeRoute(route: Route, base: string) {
  const { method, path, summary, query, body } = route;
  return html`
<article>
<h3><code>${method.toUpperCase()} /api${path.replace(":address", "{id or address}")}</code></h3>
<p>${summary}. For ${writeAskers(route)}.</p>
${query ? writeFields("Query", describeInput(query)) : ""}
${body ? writeFields("Body", describeInput(body)) : ""}
${route.isOnce ? html`<p>Send a header <code>Idempotency-Key</code> of your own, and sending again keeps nothing twice.</p>` : ""}
<h4>Answer</h4>
<dl>${writeAnswer(route)}${Object.entries(refusalsOf(route)).map(([status, { description }]) => writeRow(status, description))}</dl>
<pre><code>${writeExample(route, base)}</code></pre>
</article>`;
}

function writeFields(title: string, { properties, required = [] }: InputSchema) {
  const rows = Object.entries(properties).map(([name, { type, description, maxLength, enum: options }]) => {
    const value = options ? `one of ${options.join(", ")}` : type === "boolean" ? "true" : "text";
    const rule = [required.includes(name) ? "needed" : "", value, maxLength ? upTo(maxLength) : ""];
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
  if (answer === "nothing") return writeRow(status, route.status === 303 ? "Leads on" : "Done");
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
