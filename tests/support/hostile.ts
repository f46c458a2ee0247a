import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import type { FieldInput, FieldItem } from "#app/lib/fields/inputs.ts";
import { fromHtml } from "#app/lib/rich-text/html/from-html.ts";
import { hostileHtml } from "#app/lib/rich-text/html/hostile.samples.ts";

/** Payloads as single lines for text fields. */
export const hostileTexts = hostileHtml.map((html) => html.replace(/\p{Cc}/gu, " ").trim());

export interface HostileEntry {
  kind: Kind;
  data: Record<string, unknown>;
}

/** Entry of each kind with a payload in every text field, and all payloads in its rich texts. */
export function hostileEntries(prefix: string): HostileEntry[] {
  return kinds.map((kind, n) => {
    let next = n * 17;
    const payload = (maxLength: number) =>
      hostileTexts[next++ % hostileTexts.length]?.slice(0, maxLength).trim() ?? "";
    const fields = fieldsOfKind(kind).map(([name, { input }]) => [name, fill(name, input, payload)]);
    const data = {
      ...Object.fromEntries(fields),
      title: `${prefix} ${kind.name} </title><img src=x onerror=alert(1)>`,
      ...("customSlug" in kind.fields && { customSlug: `${prefix}"><img src=x onerror=alert(1)>` }),
    };
    return { kind, data };
  });
}

/** Value for a field; unsupported controls stay empty. */
function fill(name: string, input: FieldInput, payload: (maxLength: number) => string): unknown {
  switch (input.control) {
    case "line":
      return payload(name === "value" ? 24 : 70);
    case "text":
      return payload(500);
    case "tags":
      return [...new Set(hostileTexts.slice(0, 60).map((text) => text.slice(0, 60).trim()))];
    case "input":
      if (input.attributes.inputMode !== "url") return undefined;
      return `https://evil.example/"onmouseover="alert(1)"><script>alert(1)</script>.mp4`;
    case "richText":
      return hostileRichText;
    case "group":
      return fillItem(input.item, payload);
    case "list":
      return Array.from({ length: 40 }, () => fillItem(input.item, payload));
    default:
      return undefined;
  }
}

function fillItem(item: FieldItem, payload: (maxLength: number) => string) {
  return Object.fromEntries(Object.entries(item).map(([name, part]) => [name, fill(name, part, payload)]));
}

/** Rich text with each payload imported as HTML, and as text in every kind of block. */
const hostileRichText = {
  type: "doc",
  content: [
    ...hostileHtml.flatMap((html) => fromHtml(html, { picture: () => null }).doc.content),
    ...hostileTexts.flatMap((text, n) => [blockOf(text, n)]),
  ],
};

function blockOf(text: string, n: number): object {
  const paragraph = { type: "paragraph", content: [{ type: "text", text }] };
  const link = {
    type: "link",
    attrs: { href: `https://evil.example/${encodeURIComponent(text).slice(0, 500)}` },
  };
  const blocks = [
    paragraph,
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text }] },
    { type: "bulletList", content: [{ type: "listItem", content: [paragraph] }] },
    { type: "blockquote", attrs: { cite: text.slice(0, 300) }, content: [paragraph] },
    { type: "codeBlock", content: [{ type: "text", text }] },
    {
      type: "table",
      content: [{ type: "tableRow", content: [{ type: "tableCell", content: [paragraph] }] }],
    },
    { type: "paragraph", content: [{ type: "text", text, marks: [link] }] },
  ];
  return blocks[n % blocks.length] ?? paragraph;
}
