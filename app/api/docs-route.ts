import { html } from "hono/html";
import { describeInput, type InputSchema, refusalsOf, schemaOfAnswer, statusOf } from "./openapi.ts";
import type { Route } from "./route.ts";

/** One route as people read it: what it takes, what it gives, and a line to try it with. */
export function writeRoute(route: Route, base: string) {
  const { method, path, summary, who, query, body } = route;
  return html`
<article>
<h3><code>${method.toUpperCase()} /api${path.replace(":address", "{id or address}")}</code></h3>
<p>${summary}. For ${who}.</p>
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
