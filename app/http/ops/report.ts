import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf, networkPrefix } from "#app/platform/limits/client-network.ts";
import type { Logger } from "#app/platform/log.ts";
import type { MarkedRequestContext } from "../listener/request-context.ts";
import type { Metrics, RequestKind } from "./metrics.ts";

interface Report {
  request: IncomingMessage;
  response: ServerResponse;
  requestContext: MarkedRequestContext;
  milliseconds: number;
  error: unknown;
}

interface Reporting {
  log: Logger;
  metrics: Metrics;
  onNotFound?: ((path: string, referrer: string | undefined) => void) | undefined;
}

/**
 * Answers to what was not allowed, not well formed or too much: where it came from is noted as well, shortened (ASVS 16.3.3).
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 421, 422, 429, 431]);

/** What is noted when a visitor went away before the answer was there, as proxies do. */
const visitorGone = 499;

/** One log line and one count for each answer that was not ready in memory. */
export function createReporter({ log, metrics, onNotFound }: Reporting) {
  return ({ request, response, requestContext, milliseconds, error }: Report): void => {
    const isGone = hasGone(response, error);
    const status = isGone ? visitorGone : response.statusCode;
    const path = pathOf(request.url ?? "");
    const ms = Math.round(milliseconds * 100) / 100;
    const line = {
      request: requestContext.id,
      method: request.method,
      path,
      status,
      ms,
      kept: requestContext.isCacheable,
      person: requestContext.personId ?? undefined,
      network: refusals.has(status) ? networkPrefix(networkOf(requestContext.address)) : undefined,
    };
    const kind = kindOf(path);
    metrics.answered(kind, status, milliseconds);
    if (status === 404 && request.method === "GET") onNotFound?.(path, request.headers.referer);
    if (error !== undefined && !isGone) log.error({ ...line, err: error }, "request failed");
    else if (kind === "other") log.debug(line, "request");
    else log.info(line, "request");
  };
}

/** Writes the line of one answer that was ready in memory: a page that is kept, a file of the build. */
export type ReportFromMemory = (answer: {
  method: string | undefined;
  rawUrl: string;
  status: number;
}) => void;

/** The same for answers from memory, where whoever deploys asks for a line each (`ACCESS_LOG`). */
export function createMemoryReporter(log: Logger): ReportFromMemory {
  return ({ method, rawUrl, status }) =>
    log.info(
      {
        method,
        path: pathOf(rawUrl),
        status,
        fromMemory: true,
      },
      "request",
    );
}

/** A connection is also closed by us, when an answer breaks after it began. */
function hasGone(response: ServerResponse, error: unknown): boolean {
  if (response.writableFinished || !response.destroyed) return false;
  if (error === undefined || !response.headersSent) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ECONNRESET", "EPIPE"].includes(
    String(code),
  );
}

/** Without the query: what people type and tokens they were sent are nobody's business, nor is a link that opens a preview. */
function pathOf(rawUrl: string): string {
  const end = rawUrl.search(/[?#]/);
  const path = (end === -1 ? rawUrl : rawUrl.slice(0, end)).slice(0, 300);
  return path.replace(/(preview\/+link\/+)[^/.]+/i, "$1…");
}

function kindOf(path: string): RequestKind {
  if (path.endsWith(".data")) return "data";
  if (path.startsWith("/api/")) return "api";
  if (/^\/(assets|files|share|weave)\//.test(path)) return "file";
  return /^\/(healthz(\/request)?|readyz|metrics)$/.test(path) ? "other" : "page";
}
