import { createHash, randomBytes } from "node:crypto";
import type { HeaderList } from "../cache/page.ts";

export interface SecurityHeaders {
  /**
   * Adds the common headers; existing ones stay, but HTML gets a computed policy unless it has the
   * one for sandboxed views.
   */
  addTo(headers: Headers, answer: { path: string; html: string | null }): void;
  /** Headers for responses without the application, as names and values. */
  readonly plain: HeaderList;
  /** Headers for a build file. */
  forFile(contentType: string): HeaderList;
}

const permissions = ["camera", "geolocation", "microphone", "payment", "usb", "browsing-topics"]
  .map((name) => `${name}=()`)
  .join(", ");

/** Two years; the browsers' preload list requires at least one. */
const transport = "max-age=63072000; includeSubDomains";

export function createSecurityHeaders(options: { publicUrl: URL; isDevelopment: boolean }): SecurityHeaders {
  const isHttps = options.publicUrl.protocol === "https:";
  const { isDevelopment } = options;
  // Vite adds its own scripts to the page.
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
      // Only responses with SAMEORIGIN may be framed, by this site only.
      const isFramed = headers.get("x-frame-options") === "SAMEORIGIN";
      const isSandboxed = headers.get("content-security-policy") === sandboxPolicy;
      if (html !== null && !isSandboxed)
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
 * Headers that browsers apply to documents only, and Referrer-Policy, which scripts do not need.
 * Scripts go without them, because a first visit loads several.
 */
const forDocuments = new Set([
  "permissions-policy",
  "cross-origin-opener-policy",
  "x-frame-options",
  "referrer-policy",
]);

/** Types that browsers never render as an active document. */
const partOfPage = /^(text\/(javascript|css)|font\/)/;

/** Other sites may show pictures, for example in link previews, feeds and mail. */
function resourcePolicy(path: string): string {
  return /^\/(files|share)\//.test(path) ? "cross-origin" : "same-origin";
}

export interface PolicyOptions {
  isHttps: boolean;
  /** Allows the styles and web socket that Vite adds. */
  isDevelopment: boolean;
  /** Attribute that permits an inline script or style; null permits all. */
  mark: string | null;
  /** Whether pages of this site may frame it. */
  isFramed?: boolean;
}

/**
 * Trusted Types policies: the two of `lib/ui/trusted-html.ts` and the editor library's for pasted
 * content.
 */
const trustedPolicies = ["frontdesk", "default", "ProseMirrorClipboard"];

/** Policy for everything but HTML: loads, runs and frames nothing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Policy for HTML shown in a sandboxed frame, such as a mail: no scripts, links or external
 * resources, only its own styles.
 */
export const sandboxPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * The Content-Security-Policy of an HTML response, with hashes instead of nonces so that it can be
 * cached.
 */
export function htmlPolicy(html: string, options: PolicyOptions): string {
  const isAllowed = ({ attributes }: Element) => options.mark === null || attributes.includes(options.mark);
  const scripts = hashAll(inlineScripts(html).filter(isAllowed));
  const styles = options.isDevelopment ? ["'unsafe-inline'"] : hashAll(inlineStyles(html).filter(isAllowed));
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    // An external video file, loaded when the visitor starts it.
    "media-src 'self' https:",
    options.isDevelopment ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // The development server's scripts create no Trusted Types.
    ...(options.isDevelopment
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types ${trustedPolicies.join(" ")}`]),
    `frame-ancestors ${options.isFramed ? "'self'" : "'none'"}`,
    ...(options.isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Types that browsers execute; other types, such as JSON-LD, are data. */
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

/** Finds elements with raw text in one pass. */
function inlineElements(html: string, name: "script" | "style"): Element[] {
  const opening = new RegExp(`<${name}(?=[\\s>/])`, "gi");
  const closing = new RegExp(`</${name}`, "gi");
  const elements: Element[] = [];
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const start = opening.lastIndex;
    const end = endOfTag(html, start);
    closing.lastIndex = end + 1;
    const close = end === -1 ? null : closing.exec(html);
    if (!close) break; // browsers run no unclosed element
    elements.push({ attributes: html.slice(start, end), text: html.slice(end + 1, close.index) });
    opening.lastIndex = close.index;
  }
  return elements;
}

/** Index of the `>` that ends a tag outside quotes, or -1. */
function endOfTag(html: string, from: number): number {
  const next = /[>"']/g;
  next.lastIndex = from;
  for (let match = next.exec(html); match; match = next.exec(html)) {
    if (match[0] === ">") return match.index;
    const quote = html.indexOf(match[0], next.lastIndex);
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
  // Browsers hash the parsed text, with normalized line ends.
  const parsed = text.replace(/\r\n?/g, "\n");
  return `'sha256-${createHash("sha256").update(parsed).digest("base64")}'`;
}

/**
 * A secret nonce that the renderer puts on its own scripts and styles. Only those get into the
 * policy; it is removed before sending, so that pages are cacheable and it stays secret.
 */
export const scriptMark = randomBytes(16).toString("base64url");

/** The attribute as text, with a leading space. */
export const markAttribute = ` nonce="${scriptMark}"`;

export function withoutMarks(html: string): string {
  return html.replaceAll(markAttribute, "");
}
