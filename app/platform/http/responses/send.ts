import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { chooseVariant, type PreparedPage, type Rendered } from "#app/platform/http/cache/page.ts";
import { isReading } from "#app/platform/http/listener/incoming.ts";
import type { Rest } from "#app/platform/http/listener/overload.ts";
import type { MarkedRequestContext } from "#app/platform/http/listener/request-context.ts";
import {
  markAttribute,
  type SecurityHeaders,
  withoutMarks,
} from "#app/platform/http/security/security-headers.ts";
import { acceptedEncodings, compressOne, type Encoding, isCompressible, minBodyBytes } from "./compress.ts";

/** Sends a prepared page. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: PreparedPage): number {
  const { headers } = request;
  const variant = chooseVariant(page, headers["accept-encoding"], headers["if-none-match"]);
  response.writeHead(variant.status, variant.headers as string[]); // Node only reads it
  if (request.method === "HEAD") response.end();
  else response.end(variant.body);
  return variant.status;
}

/** Sends a response, compressed if accepted. Rejects if its body fails or the visitor left. */
export async function sendOutgoing(
  request: IncomingMessage,
  response: ServerResponse,
  outgoing: Outgoing,
  rest: Rest | null,
): Promise<void> {
  const { status, headers, body } = outgoing;
  if (body === null || request.method === "HEAD" || status === 204 || status === 304) {
    if (body !== null && !Buffer.isBuffer(body)) await body.cancel();
    response.writeHead(status, flatten(headers));
    await end(response, null, rest);
  } else if (Buffer.isBuffer(body)) await sendWhole(request, response, { status, headers, body }, rest);
  else if (rest) {
    // Buffers the body, because its end must be sent after the rest of the request is read.
    const whole = Buffer.from(await new Response(body).arrayBuffer());
    await sendWhole(request, response, { status, headers, body: whole }, rest);
  } else await sendStream(request, response, { status, headers, body });
}

/** Ends the response; a connection to close stays open until the sender can read it. */
async function end(response: ServerResponse, bytes: Buffer | null, rest: Rest | null): Promise<void> {
  if (rest === null) {
    response.end(bytes ?? undefined);
    return;
  }
  if (bytes === null) response.flushHeaders();
  else response.write(bytes);
  await rest.over;
  response.end();
}

async function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Outgoing & { body: Buffer },
  rest: Rest | null,
): Promise<void> {
  const encoding = body.length < minBodyBytes ? undefined : chooseEncoding(request, headers);
  const bytes = encoding ? await compressOne(body, encoding) : body;
  headers.set("content-length", String(bytes.length));
  response.writeHead(status, flatten(headers));
  await end(response, bytes, rest);
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Outgoing & { body: ReadableStream<Uint8Array> },
): Promise<void> {
  const encoding = chooseEncoding(request, headers);
  response.writeHead(status, flatten(headers));
  const steps: Transform[] = encoding ? [createCompressor(encoding)] : [];
  // Web and Node streams have two types for the same object.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline([source, ...steps, response]);
}

/** Chooses the encoding and sets its headers. */
function chooseEncoding(request: IncomingMessage, headers: Headers): Encoding | undefined {
  if (headers.has("content-encoding") || !isCompressible(headers.get("content-type"))) return undefined;
  if (!/\baccept-encoding\b/i.test(headers.get("vary") ?? "")) headers.append("vary", "Accept-Encoding");
  const [encoding] = acceptedEncodings(request.headers["accept-encoding"]);
  if (!encoding) return undefined;
  headers.set("content-encoding", encoding);
  const tag = headers.get("etag");
  if (tag && !tag.startsWith("W/")) headers.set("etag", `W/${tag}`);
  return encoding;
}

/** Flushes each chunk, because clients wait for parts of a stream. */
function createCompressor(encoding: Encoding): Transform {
  if (encoding === "gzip") return createGzip({ level: 6, flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  });
}

function flatten(headers: Headers): string[] {
  return [...headers].flat();
}

/** A response to send, complete or as a stream. */
interface Outgoing {
  status: number;
  headers: Headers;
  body: Buffer | ReadableStream<Uint8Array> | null;
}

interface HeaderContext {
  path: string;
  method: string;
  hasAuthorization: boolean;
  requestContext: MarkedRequestContext;
  security: SecurityHeaders;
}

/** Headers that the connection sets or that depend on the encoding. */
const droppedHeaders = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/**
 * Adds the common headers. Buffers HTML first, because its policy has the hashes of its scripts.
 */
export async function withResponseHeaders(response: Response, context: HeaderContext): Promise<Outgoing> {
  const isBuffered = isHtml(response) && context.method !== "HEAD";
  const body = isBuffered ? await readAll(response) : response.body;
  const headers = finishHeaders(response, body, context);
  return {
    status: response.status,
    headers,
    body: isBuffered && Buffer.isBuffer(body) ? removeMarks(body) : body,
  };
}

/** Buffers the whole response and adds the common headers, for responses that may be cached. */
export async function renderWithHeaders(response: Response, context: HeaderContext): Promise<Rendered> {
  const body = await readAll(response);
  const headers = finishHeaders(response, body, context);
  const { requestContext } = context;
  const isCacheable = requestContext.isCacheable && !contradictsCaching(response);
  if (isCacheable) for (const name of ["etag", "vary"]) headers.delete(name);
  return {
    status: response.status,
    headers: [...headers],
    body: isHtml(response) ? removeMarks(body) : body,
    tags: isCacheable ? new Set(requestContext.tags) : null,
    isShared: !headers.has("set-cookie"),
  };
}

function finishHeaders(response: Response, body: Outgoing["body"], context: HeaderContext): Headers {
  const { path, requestContext, security } = context;
  const headers = new Headers(response.headers);
  for (const name of droppedHeaders) headers.delete(name);
  const html = Buffer.isBuffer(body) ? String(body) : "";
  security.addTo(headers, { path, html: isHtml(response) ? html : null });
  const isCacheable = requestContext.isCacheable && !contradictsCaching(response);
  headers.set("cache-control", freshnessOf(headers, { ...context, isCacheable }));
  return headers;
}

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false;
}

function removeMarks(body: Buffer): Buffer {
  return body.includes(markAttribute) ? Buffer.from(withoutMarks(String(body))) : body;
}

async function readAll(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

const revalidated = "public, max-age=0, must-revalidate";
const uncacheable = "private, no-store";

interface FreshnessInput {
  method: string;
  isCacheable: boolean;
  hasAuthorization: boolean;
}

/**
 * The Cache-Control of a response; its own value wins, unless it sets a cookie or belongs to a write.
 */
function freshnessOf(headers: Headers, { method, isCacheable, hasAuthorization }: FreshnessInput): string {
  if (headers.has("set-cookie")) return uncacheable;
  if (!isReading(method)) return "no-store";
  return headers.get("cache-control") ?? (isCacheable && !hasAuthorization ? revalidated : "no-store");
}

/** Whether a public response has properties that forbid caching. */
function contradictsCaching(response: Response): boolean {
  const { headers, status } = response;
  if (status !== 200 || headers.has("set-cookie") || headers.has("content-encoding")) return true;
  if (/\b(no-store|private|no-cache)\b/i.test(headers.get("cache-control") ?? "")) return true;
  const varies = (headers.get("vary") ?? "").toLowerCase().split(",");
  return varies.some((name) => !["", "accept-encoding"].includes(name.trim()));
}
