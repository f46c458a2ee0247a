import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Methods the product knows. */
export const knownMethods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

/** Whether it asks for something without changing anything, and so may be asked again. */
export function isReading(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/** What the proxies in between and the connection say to each other; the application asks the request context instead. */
const hiddenHeader =
  /^(connection|expect|forwarded|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|x-forwarded-.*|x-real-ip|x-request-id)$/;

/** Host and request target, also when the request names both in one (RFC 9112, 3.2.2). */
export function readAddress(request: IncomingMessage): { host: string | undefined; rawUrl: string } {
  const rawUrl = request.url ?? "";
  const { host } = request.headers;
  const absolute = /^https?:\/\//i.test(rawUrl) ? URL.parse(rawUrl) : null;
  return absolute ? { host: absolute.host, rawUrl: absolute.pathname + absolute.search } : { host, rawUrl };
}

/** HTTP/1 with one answer to "for whom is this?"; two are none. */
export function isWellAddressed(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts === 1 && request.httpVersionMajor === 1;
}

/** The request as the application sees it. */
export function toRequest(
  request: IncomingMessage,
  from: { origin: string; target: Target; body: ReadableStream<Uint8Array> | null; signal: AbortSignal },
): Request {
  const { origin, target, body, signal } = from;
  const url = origin + writeTarget(target);
  const init = { method: request.method ?? "GET", headers: readHeaders(request), signal };
  // Node asks for `duplex` with a stream; the DOM's types don't know it yet.
  return new Request(url, body ? ({ ...init, body, duplex: "half" } as RequestInit) : init);
}

/** The origin a browser sees: on loopback the one it typed, unless a proxy there serves the public one. */
export function originOf(request: IncomingMessage, host: string, publicUrl: URL): string {
  if (isPublic(host, publicUrl) || request.headers.origin === publicUrl.origin) return publicUrl.origin;
  return `http://${host}`;
}

function readHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!hiddenHeader.test(name.toLowerCase())) headers.append(name, rawHeaders[index + 1] ?? "");
  }
  return headers;
}

/** Longer request targets are refused. */
export const longestUrl = 8_192;

export interface Target {
  /** Path in normal form: each step decoded and encoded once, so that `%2F` stays and `%41` becomes `A`. */
  path: string;
  /** Query as it came, without the question mark. */
  query: string;
}

/** Why a request target has no normal form: not understood at all, or steps (`.`, `..`, empty) that no address has. */
type Oddity = "malformed" | "nowhere";

/** Reads the request target of RFC 9112 in origin form. */
export function readTarget(rawUrl: string): Target | Oddity {
  if (!rawUrl.startsWith("/") || /[^!-~]|#/.test(rawUrl)) return "malformed";
  const mark = rawUrl.indexOf("?");
  const rawPath = mark === -1 ? rawUrl : rawUrl.slice(0, mark);
  const query = mark === -1 ? "" : rawUrl.slice(mark + 1);
  if (/^\/[\w/-]*$/.test(rawPath) && !rawPath.includes("//")) return { path: rawPath, query };
  const path = normalPath(rawPath);
  return path.startsWith("/") ? { path, query } : (path as Oddity); // an oddity never begins with a slash
}

export function writeTarget({ path, query }: Target): string {
  return query === "" ? path : `${path}?${query}`;
}

/** What a target was meant to be whose only oddity is empty steps, as in links of old sites; null for any other. */
export function withoutEmptySteps(rawUrl: string): Target | null {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(rawUrl) ?? [];
  const target = readTarget(path.replace(/\/{2,}/g, "/") + query);
  return typeof target === "string" ? null : target;
}

function normalPath(rawPath: string): string | Oddity {
  const steps: string[] = [];
  const rawSteps = rawPath.split("/").slice(1);
  for (const [index, raw] of rawSteps.entries()) {
    const step = decode(raw);
    if (step === null || step.includes("\0")) return "malformed";
    if (step === "." || step === ".." || (step === "" && index < rawSteps.length - 1)) return "nowhere";
    steps.push(encodeURIComponent(step));
  }
  return `/${steps.join("/")}`;
}

function decode(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}

/** Which names this server answers to. */
export interface Hosts {
  isKnown(host: string | undefined): boolean;
}

/** The public host, and the machine's own names with any port; pages must not be made for a name someone else chose. */
export function createHosts(publicUrl: URL): Hosts {
  const seen = new Map<string, boolean>();
  return {
    isKnown(host) {
      if (host === undefined) return false;
      const before = seen.get(host);
      if (before !== undefined) return before;
      const isKnown = isPublic(host, publicUrl) || isOwnMachine(host);
      if (isKnown && seen.size < 100) seen.set(host, true);
      return isKnown;
    },
  };
}

export function isPublic(host: string, publicUrl: URL): boolean {
  const name = host.toLowerCase();
  const port = publicUrl.port || (publicUrl.protocol === "https:" ? "443" : "80");
  return name === publicUrl.host || name === `${publicUrl.hostname}:${port}`;
}

function isOwnMachine(host: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]+)(:\d{1,5})?$/.exec(host.toLowerCase())?.[1] ?? "";
  if (name === "localhost" || name === "[::1]") return true;
  return /^([a-z\d-]+\.)+localhost$/.test(name) || (isIP(name) === 4 && name.startsWith("127."));
}
