import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf, networkPrefix } from "#app/platform/limits/client-network.ts";
import type { Logger } from "#app/platform/runtime/log.ts";
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

/** Status codes of refused requests, which are logged with a shortened network (ASVS 16.3.3). */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 421, 422, 429, 431]);

/** Logged status when the visitor left before the response, as in nginx. */
const clientClosed = 499;

/** Logs and counts each response that did not come from the cache. */
export function createReporter({ log, metrics, onNotFound }: Reporting) {
  return ({ request, response, requestContext, milliseconds, error }: Report): void => {
    const isGone = hasGone(response, error);
    const status = isGone ? clientClosed : response.statusCode;
    const path = pathOf(request.url ?? "");
    const ms = Math.round(milliseconds * 100) / 100;
    const line = {
      request: requestContext.id,
      method: request.method,
      path,
      status,
      ms,
      cacheable: requestContext.isCacheable,
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

/** Logs one response from the cache, a page or a build file. */
export type ReportFromMemory = (answer: {
  method: string | undefined;
  rawUrl: string;
  status: number;
}) => void;

/** Logs responses from the cache, if `ACCESS_LOG` is set. */
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

/** Whether the visitor left; we close connections ourselves if a response fails midway. */
function hasGone(response: ServerResponse, error: unknown): boolean {
  if (response.writableFinished || !response.destroyed) return false;
  if (error === undefined || !response.headersSent) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["ERR_STREAM_PREMATURE_CLOSE", "ERR_STREAM_UNABLE_TO_PIPE", "ECONNRESET", "EPIPE"].includes(
    String(code),
  );
}

/**
 * The path without the query, which may contain personal data and tokens, and without secrets of
 * preview links.
 */
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
