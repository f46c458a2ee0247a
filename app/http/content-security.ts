import { createHash } from "node:crypto";

export interface PolicyOptions {
  isHttps: boolean;
  /** Vite puts styles and a socket into the page while it is being worked on. */
  isDevelopment: boolean;
}

/** For everything but HTML: nothing in it may load, run or be framed. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** The Content-Security-Policy of one HTML answer: no nonce, so that it may be kept; each inline script and style by its hash. */
export function htmlPolicy(html: string, options: PolicyOptions): string {
  const scripts = hashAll(inlineScripts(html));
  const styles = options.isDevelopment ? ["'unsafe-inline'"] : hashAll(inlineStyles(html));
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    options.isDevelopment ? "connect-src 'self' ws: wss:" : "connect-src 'self'",
    "frame-src https://www.youtube-nocookie.com https://player.vimeo.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(options.isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

const attributes = `((?:"[^"]*"|'[^']*'|[^'">])*)`;
const scriptElement = new RegExp(`<script(?=[\\s>/])${attributes}>([\\s\\S]*?)</script`, "gi");
const styleElement = new RegExp(`<style(?=[\\s>/])${attributes}>([\\s\\S]*?)</style`, "gi");

/** Types the policy looks at; whatever else a `type` says is a block of data to a browser, such as JSON-LD. */
const guardedType =
  /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)$/i;

function inlineScripts(html: string): string[] {
  return [...html.matchAll(scriptElement)]
    .filter(
      ([, attributes = ""]) => !/(^|\s)src\s*=/i.test(attributes) && guardedType.test(readType(attributes)),
    )
    .map(([, , text = ""]) => text);
}

function inlineStyles(html: string): string[] {
  return [...html.matchAll(styleElement)].map(([, , text = ""]) => text);
}

function readType(attributes: string): string {
  const found = /(?:^|\s)type\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
}

function hashAll(texts: string[]): string[] {
  return [...new Set(texts.filter((text) => text !== "").map(hashSource))];
}

function hashSource(text: string): string {
  // Browsers hash what their parser made of it, and it knows only one kind of line end.
  const parsed = text.replace(/\r\n?/g, "\n");
  return `'sha256-${createHash("sha256").update(parsed).digest("base64")}'`;
}
