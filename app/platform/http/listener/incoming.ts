import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Supported methods. */
export const knownMethods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

/** Whether the method is safe, so that the request can be repeated. */
export function isReading(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/** Headers for proxies and the connection; the application uses the request context instead. */
const hiddenHeader =
  /^(connection|expect|forwarded|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|x-forwarded-.*|x-real-ip|x-request-id)$/;

/** Host and request target, also from an absolute target (RFC 9112, 3.2.2). */
export function readAddress(request: IncomingMessage): { host: string | undefined; rawUrl: string } {
  const rawUrl = request.url ?? "";
  const { host } = request.headers;
  const absolute = /^https?:\/\//i.test(rawUrl) ? URL.parse(rawUrl) : null;
  return absolute ? { host: absolute.host, rawUrl: absolute.pathname + absolute.search } : { host, rawUrl };
}

/** Whether the request is HTTP/1 with exactly one Host header. */
export function isWellAddressed(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts === 1 && request.httpVersionMajor === 1;
}

/** Converts the request for the application. */
export function toRequest(
  request: IncomingMessage,
  from: { origin: string; target: Target; body: ReadableStream<Uint8Array> | null; signal: AbortSignal },
): Request {
  const { origin, target, body, signal } = from;
  const url = origin + writeTarget(target);
  const init = { method: request.method ?? "GET", headers: readHeaders(request), signal };
  // Node requires `duplex` with a stream; the DOM types lack it.
  return new Request(url, body ? ({ ...init, body, duplex: "half" } as RequestInit) : init);
}

/**
 * The origin that the browser sees: on loopback its own host, unless a proxy there serves the
 * public one.
 */
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

/** Maximum length of a request target. */
export const maxUrlLength = 8_192;

export interface Target {
  /**
   * Normalized path: each segment decoded and encoded once, so that `%2F` stays and `%41` becomes
   * `A`.
   */
  path: string;
  /** Query as received, without the question mark. */
  query: string;
}

/**
 * Reason for a target without normal form: malformed, or with segments (`.`, `..`, empty) that no
 * address has.
 */
type TargetProblem = "malformed" | "unroutable";

/** Parses a request target in origin form (RFC 9112). */
export function readTarget(rawUrl: string): Target | TargetProblem {
  if (!rawUrl.startsWith("/") || /[^!-~]|#/.test(rawUrl)) return "malformed";
  const queryStart = rawUrl.indexOf("?");
  const rawPath = queryStart === -1 ? rawUrl : rawUrl.slice(0, queryStart);
  const query = queryStart === -1 ? "" : rawUrl.slice(queryStart + 1);
  if (/^\/[\w/-]*$/.test(rawPath) && !rawPath.includes("//")) return { path: rawPath, query };
  const path = normalPath(rawPath);
  return path.startsWith("/") ? { path, query } : (path as TargetProblem); // a problem never begins with a slash
}

export function writeTarget({ path, query }: Target): string {
  return query === "" ? path : `${path}?${query}`;
}

/** Removes empty segments, as old links contain them; null if the target has other problems. */
export function withoutEmptySegments(rawUrl: string): Target | null {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(rawUrl) ?? [];
  const target = readTarget(path.replace(/\/{2,}/g, "/") + query);
  return typeof target === "string" ? null : target;
}

function normalPath(rawPath: string): string | TargetProblem {
  const segments: string[] = [];
  const rawSegments = rawPath.split("/").slice(1);
  for (const [index, raw] of rawSegments.entries()) {
    const segment = decode(raw);
    if (segment === null || segment.includes("\0")) return "malformed";
    if (segment === "." || segment === ".." || (segment === "" && index < rawSegments.length - 1))
      return "unroutable";
    segments.push(encodeURIComponent(segment));
  }
  return `/${segments.join("/")}`;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Host names of this server. */
export interface Hosts {
  isKnown(host: string | undefined): boolean;
}

/** Accepts the public host and local names with any port; other names must not get pages. */
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
