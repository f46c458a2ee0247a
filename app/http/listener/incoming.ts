import type { IncomingMessage } from "node:http";
import { isPublic } from "./host.ts";
import { type Target, writeTarget } from "./target.ts";

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
