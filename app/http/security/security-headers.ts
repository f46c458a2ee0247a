import { createHash, randomBytes } from "node:crypto";
import type { HeaderList } from "../cache/page.ts";

export interface SecurityHeaders {
  /** Adds what every answer carries. What the answer says of itself stays; of HTML, only the one policy that lets nothing run. */
  addTo(headers: Headers, answer: { path: string; html: string | null }): void;
  /** For answers made without the application, as names and values. */
  readonly plain: HeaderList;
  /** The same for a file of the build. */
  forFile(contentType: string): HeaderList;
}

const permissions = ["camera", "geolocation", "microphone", "payment", "usb", "browsing-topics"]
  .map((name) => `${name}=()`)
  .join(", ");

/** Two years, as the browsers' preload lists ask at least one. */
const transport = "max-age=63072000; includeSubDomains";

export function createSecurityHeaders(options: { publicUrl: URL; isDevelopment: boolean }): SecurityHeaders {
  const isHttps = options.publicUrl.protocol === "https:";
  const { isDevelopment } = options;
  // Vite puts scripts of its own into the page.
  const policy = {
    isHttps,
    isDevelopment,
    mark: isDevelopment ? null : markAttribute.trim(),
  };
  const common: [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", permissions],
    ["cross-origin-opener-policy", "same-origin-allow-popups"],
    ["x-frame-options", "DENY"],
    ...(isHttps ? ([["strict-transport-security", transport]] as [string, string][]) : []),
  ];
  const plain: HeaderList = [
    ...common,
    ["content-security-policy", closedPolicy],
    ["cross-origin-resource-policy", "same-origin"],
  ];
  return {
    addTo(headers, { path, html }) {
      for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
      // Only what says so of itself may be framed, and only by us.
      const isFramed = headers.get("x-frame-options") === "SAMEORIGIN";
      const isLookedAt = headers.get("content-security-policy") === lookedAtPolicy;
      if (html !== null && !isLookedAt)
        headers.set("content-security-policy", htmlPolicy(html, { ...policy, isFramed }));
      else if (!headers.has("content-security-policy")) headers.set("content-security-policy", closedPolicy);
      if (!headers.has("cross-origin-resource-policy"))
        headers.set("cross-origin-resource-policy", resourcePolicy(path));
      headers.delete("x-powered-by");
      headers.delete("server");
    },
    plain,
    forFile: (contentType) =>
      partOfPage.test(contentType) ? plain.filter(([name]) => !forDocuments.has(name)) : plain,
  };
}

/**
 * What browsers obey in a document alone, and a Referrer-Policy, which for what a part of a page asks for is the browsers' own.
 * Each would be sent with every script: a first visit asks for half a dozen.
 */
const forDocuments = new Set([
  "permissions-policy",
  "cross-origin-opener-policy",
  "x-frame-options",
  "referrer-policy",
]);

/** Types that no browser makes a document of, but for showing their text under the closed policy. */
const partOfPage = /^(text\/(javascript|css)|font\/)/;

/** Pictures are shown by other sites too: in previews of links, feeds and mail. */
function resourcePolicy(path: string): string {
  return /^\/(files|share)\//.test(path) ? "cross-origin" : "same-origin";
}

export interface PolicyOptions {
  isHttps: boolean;
  /** Vite puts styles and a socket into the page while it is being worked on. */
  isDevelopment: boolean;
  /** Only inline scripts and styles whose tag holds this are let run; null: all that stand there. */
  mark: string | null;
  /** Pages of this site may show it in a frame. */
  isFramed?: boolean;
}

/** Trusted Types policies a page may make: the two of `ui/trusted-html.ts`, and that of the editor's library for what is pasted. */
const trustedPolicies = ["frontdesk", "default", "ProseMirrorClipboard"];

/** For everything but HTML: nothing in it may load, run or be framed. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * For HTML that is only looked at, inside a frame of ours, such as a mail: nothing in it runs, leads on or loads from
 * elsewhere, and its styles are its own.
 */
export const lookedAtPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The Content-Security-Policy of one HTML answer: no nonce, so that it may be kept; each inline script and style by its hash. */
export function htmlPolicy(html: string, options: PolicyOptions): string {
  const ours = ({ attributes }: Element) => options.mark === null || attributes.includes(options.mark);
  const scripts = hashAll(inlineScripts(html).filter(ours));
  const styles = options.isDevelopment ? ["'unsafe-inline'"] : hashAll(inlineStyles(html).filter(ours));
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    // A video that lies elsewhere as a file; it loads when the visitor starts it.
    "media-src 'self' https:",
    options.isDevelopment ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // What the development server puts into the page asks nobody.
    ...(options.isDevelopment
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types ${trustedPolicies.join(" ")}`]),
    `frame-ancestors ${options.isFramed ? "'self'" : "'none'"}`,
    ...(options.isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Types the policy looks at; whatever else a `type` says is a block of data to a browser, such as JSON-LD. */
const guardedType =
  /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)$/i;

function inlineScripts(html: string): Element[] {
  return inlineElements(html, "script").filter(
    ({ attributes }) => !/(^|\s)src\s*=/i.test(attributes) && guardedType.test(readType(attributes)),
  );
}

function inlineStyles(html: string): Element[] {
  return inlineElements(html, "style");
}

interface Element {
  attributes: string;
  text: string;
}

/** Elements whose text no markup interrupts, in one pass from start to end. */
function inlineElements(html: string, name: "script" | "style"): Element[] {
  const opening = new RegExp(`<${name}(?=[\\s>/])`, "gi");
  const closing = new RegExp(`</${name}`, "gi");
  const elements: Element[] = [];
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const start = opening.lastIndex;
    const end = endOfTag(html, start);
    closing.lastIndex = end + 1;
    const close = end === -1 ? null : closing.exec(html);
    if (!close) break; // a browser runs nothing that is not closed
    elements.push({ attributes: html.slice(start, end), text: html.slice(end + 1, close.index) });
    opening.lastIndex = close.index;
  }
  return elements;
}

/** Where the `>` of a tag is that no quotes enclose; -1 when there is none. */
function endOfTag(html: string, from: number): number {
  const next = /[>"']/g;
  next.lastIndex = from;
  for (let sign = next.exec(html); sign; sign = next.exec(html)) {
    if (sign[0] === ">") return sign.index;
    const quote = html.indexOf(sign[0], next.lastIndex);
    if (quote === -1) return -1;
    next.lastIndex = quote + 1;
  }
  return -1;
}

function readType(attributes: string): string {
  const found = /(?:^|\s)type\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
}

function hashAll(elements: readonly Element[]): string[] {
  const texts = elements.map(({ text }) => text);
  return [...new Set(texts.filter((text) => text !== "").map(hashSource))];
}

function hashSource(text: string): string {
  // Browsers hash what their parser made of it, and it knows only one kind of line end.
  const parsed = text.replace(/\r\n?/g, "\n");
  return `'sha256-${createHash("sha256").update(parsed).digest("base64")}'`;
}

/**
 * What our own renderer writes on the scripts and styles it puts into a page, as a `nonce`. Only what carries it is named in
 * the page's policy; it is taken away before the page is sent, so that pages stay the same for everybody and nobody learns it.
 */
export const scriptMark = randomBytes(16).toString("base64url");

/** As it stands in a tag, leading space included. */
export const markAttribute = ` nonce="${scriptMark}"`;

export function withoutMarks(html: string): string {
  return html.replaceAll(markAttribute, "");
}
