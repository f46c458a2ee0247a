import type { Rendered } from "#app/http/cache/page.ts";
import { isReading } from "#app/http/listener/incoming.ts";
import type { MarkedRequestContext } from "#app/http/listener/request-context.ts";
import { markAttribute, withoutMarks } from "#app/http/security/content-security.ts";
import type { SecurityHeaders } from "#app/http/security/security-headers.ts";

/** An answer on its way out: complete in memory, or still coming. */
export interface Outgoing {
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

/** What only the connection knows, and what is said anew for each encoding. */
const droppedHeaders = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/** Gives an answer the headers every answer has. HTML is read to its end first: its policy names what it contains. */
export async function withResponseHeaders(response: Response, context: HeaderContext): Promise<Outgoing> {
  const isWhole = isHtml(response) && context.method !== "HEAD";
  const body = isWhole ? await readAll(response) : response.body;
  const headers = finishHeaders(response, body, context);
  return { status: response.status, headers, body: isWhole && Buffer.isBuffer(body) ? unmarked(body) : body };
}

/** The same, to its end, for answers that may be kept or shared. */
export async function renderWithHeaders(response: Response, context: HeaderContext): Promise<Rendered> {
  const body = await readAll(response);
  const headers = finishHeaders(response, body, context);
  const { requestContext } = context;
  const isKept = requestContext.isKept && !contradictsKeeping(response);
  if (isKept) for (const name of ["etag", "vary"]) headers.delete(name);
  return {
    status: response.status,
    headers: [...headers],
    body: isHtml(response) ? unmarked(body) : body,
    labels: isKept ? new Set(requestContext.tags) : null,
    isShared: !headers.has("set-cookie"),
  };
}

function finishHeaders(response: Response, body: Outgoing["body"], context: HeaderContext): Headers {
  const { path, requestContext, security } = context;
  const headers = new Headers(response.headers);
  for (const name of droppedHeaders) headers.delete(name);
  const html = Buffer.isBuffer(body) ? String(body) : "";
  security.addTo(headers, { path, html: isHtml(response) ? html : null });
  const isKept = requestContext.isKept && !contradictsKeeping(response);
  headers.set("cache-control", freshnessOf(headers, { ...context, isKept }));
  return headers;
}

function isHtml(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") ?? false;
}

function unmarked(body: Buffer): Buffer {
  return body.includes(markAttribute) ? Buffer.from(withoutMarks(String(body))) : body;
}

async function readAll(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

const revalidated = "public, max-age=0, must-revalidate";
const never = "private, no-store";

interface FreshnessInput {
  method: string;
  isKept: boolean;
  hasAuthorization: boolean;
}

/** The Cache-Control of an answer. What it says itself counts, unless it sets a cookie or answers a write. */
function freshnessOf(headers: Headers, { method, isKept, hasAuthorization }: FreshnessInput): string {
  if (headers.has("set-cookie")) return never;
  if (!isReading(method)) return "no-store";
  return headers.get("cache-control") ?? (isKept && !hasAuthorization ? revalidated : "no-store");
}

/** Whether an answer marked as the same for everybody contradicts that itself. */
function contradictsKeeping(response: Response): boolean {
  const { headers, status } = response;
  if (status !== 200 || headers.has("set-cookie") || headers.has("content-encoding")) return true;
  if (/\b(no-store|private|no-cache)\b/i.test(headers.get("cache-control") ?? "")) return true;
  const varies = (headers.get("vary") ?? "").toLowerCase().split(",");
  return varies.some((name) => !["", "accept-encoding"].includes(name.trim()));
}
