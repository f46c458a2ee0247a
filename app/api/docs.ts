import { html, raw } from "hono/html";
import { withEntityTag } from "./answers.ts";
import { describeInput, refusalsOf } from "./openapi.ts";
import type { ApiRequest, Route } from "./route.ts";

/** The table as a page to read: no script, one style sheet. */
export async function answerDocs(routes: readonly Route[], api: ApiRequest): Promise<Response> {
  const page = String(await writePage(routes, api.publicUrl));
  const answer = new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  return withEntityTag(api.request, answer);
}

type Html = ReturnType<typeof html>;

function writePage(routes: readonly Route[], publicUrl: URL): Html {
  const groups = Map.groupBy(routes, ({ group }) => group);
  const base = new URL("/api", publicUrl).href;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<meta name="description" content="What the company publishes, and how to get in touch with it, for programs.">
<style>${raw(style)}</style>
</head>
<body>
<header><h1>API</h1>
<p>Everything stands below <code>${base}</code>. Answers are JSON. What can’t be done comes back as a problem document
(RFC 9457): <code>title</code> and <code>detail</code> in words, and <code>errors</code> with a sentence for each wrong field.
Reads carry an <code>ETag</code>; ask again with <code>If-None-Match</code> and the answer is 304 when nothing changed.
The same for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Contents"><ul>${[...groups.keys()].map((name) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}</ul></nav>
</header>
<main>${[...groups].map(
    ([name, group]) => html`<section aria-labelledby="${anchor(name)}">
<h2 id="${anchor(name)}">${name}</h2>${group.map((route) => writeRoute(route, base))}</section>`,
  )}</main>
</body>
</html>
`;
}

function writeRoute(route: Route, base: string): Html {
  const { method, path, summary, who, query, body, answer } = route;
  const shown = path.replace(":address", "{id or address}");
  return html`
<article><h3><code>${method.toUpperCase()} /api${shown}</code></h3>
<p>${summary}. For ${who}.</p>
${query ? writeFields("Query", describeInput(query)) : ""}
${body ? writeFields("Body", describeInput(body)) : ""}
${body ? html`<p>With a header <code>Idempotency-Key</code> of your own, sending again keeps nothing twice.</p>` : ""}
<p class="answers">Answers: ${method === "post" ? "201" : "200"}${typeof answer === "string" ? html` (<code>${answer}</code>)` : ""}${Object.entries(refusalsOf(route)).map(([status, { description }]) => html`; ${status} ${description.toLowerCase()}`)}.</p>
<pre><code>${writeExample(route, base)}</code></pre></article>`;
}

function writeFields(title: string, { properties, required = [] }: ReturnType<typeof describeInput>): Html {
  const rows = Object.entries(properties).map(([name, { type, description, maxLength, enum: options }]) => {
    const rule = options
      ? options.join(", ")
      : [type, maxLength && `at most ${maxLength.toLocaleString("en")} characters`]
          .filter(Boolean)
          .join(", ");
    const need = required.includes(name) ? "needed" : "";
    return html`<tr><th scope="row"><code>${name}</code></th><td>${rule}</td><td>${need}</td><td>${description ?? ""}</td></tr>`;
  });
  return html`<div class="table" tabindex="0" role="region" aria-label="${title}"><table><caption>${title}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Needed</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function writeExample({ method, path, body }: Route, base: string): string {
  const address = base + path.replace(":address", "An-Address");
  if (method === "get" || !body) return `curl ${address}`;
  const { properties, required = [] } = describeInput(body);
  const values = required.map((name) => [name, properties[name]?.type === "boolean" ? true : "…"]);
  return `curl ${address} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(Object.fromEntries(values))}'`;
}

function anchor(name: string): string {
  return name.toLowerCase().replace(/\W+/g, "-");
}

const style = `
:root{color:#0d1b2a;background:#fff;font:1.0625rem/1.6 system-ui,sans-serif}
body{max-width:52rem;margin:0 auto;padding:2rem 1.25rem 6rem}
h1{font-size:2.75rem;line-height:1.05;letter-spacing:-.02em;margin:2rem 0 1rem}
h2{font-size:1.6rem;margin:4rem 0 1rem;border-top:1px solid #dfe6ee;padding-top:2rem}
h3{font-size:1.0625rem;margin:2.5rem 0 .25rem}
p{max-width:42rem;margin:.5rem 0}
a{color:#0b5fff}
a:focus-visible,.table:focus-visible{outline:3px solid #0b5fff;outline-offset:2px}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:#f3f6fa;padding:.75rem 1rem;overflow-x:auto;white-space:pre-wrap;border-radius:4px}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
nav a{display:inline-block;min-height:1.5rem}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:.94rem}
caption{text-align:left;font-weight:600}
th,td{text-align:left;vertical-align:top;padding:.35rem 1rem .35rem 0;border-bottom:1px solid #dfe6ee;font-weight:400}
thead th{font-weight:600}
.answers{color:#4a5868;font-size:.94rem}
`;
