import type { IncomingMessage } from "node:http";
import { declaresTooLarge, hasBody } from "#app/platform/http/bodies/request-body.ts";
import type { AddressRules } from "#app/platform/http/cache/address-rules.ts";
import { refuse } from "#app/platform/http/responses/refusals.ts";
import {
  type Hosts,
  isReading,
  isWellAddressed,
  knownMethods,
  maxUrlLength,
  readAddress,
  readTarget,
  type Target,
  withoutEmptySegments,
} from "./incoming.ts";

/** A valid request for this site. */
export interface AcceptedRequest {
  host: string;
  target: Target;
  refusal?: never;
}

export interface RejectedRequest {
  refusal: Response;
  /** Whether to close the connection, because its following bytes are not trusted. */
  isLast: boolean;
  /** For a missing page: the same address without empty segments, as old links may contain them. */
  former?: Target | null;
}

/** Paths that internal clients may request by any host name. */
const anyHostPaths = ["/healthz", "/readyz", "/metrics"];

/** Accepts or rejects a request by its head. */
export function acceptRequest(
  request: IncomingMessage,
  { hosts, addresses }: { hosts: Hosts; addresses: AddressRules },
): AcceptedRequest | RejectedRequest {
  const { rawUrl, host } = readAddress(request);
  if (!knownMethods.includes(request.method ?? "")) return wrongMethod(request);
  if (rawUrl.length > maxUrlLength)
    return reject(request, 414, "Address too long", "Shorten the address and try again.");
  if (host === undefined || !isWellAddressed(request)) return malformed(request);
  const target = readTarget(rawUrl);
  if (target === "malformed") return malformed(request);
  if (target === "unroutable") return rejectUnroutable(request, rawUrl, hosts.isKnown(host));
  if (!anyHostPaths.includes(target.path) && !hosts.isKnown(host))
    return reject(request, 421, "Wrong address", "This server does not serve this host name.");
  if (isReading(request.method) && hasBody(request)) return malformed(request);
  const problem = findQueryProblem(target.query);
  if (problem !== null) return reject(request, 400, "Address not understood", problem);
  if (declaresTooLarge(request, addresses.bodyLimit(target.path))) return tooLarge(request);
  return { host, target };
}

/** Above the number of filters of any dashboard list. */
export const maxParameters = 100;

function findQueryProblem(query: string): string | null {
  if (query.includes("%00")) return "It contains an invisible character (NUL). Remove “%00” and try again.";
  let parameters = 1;
  for (let at = query.indexOf("&"); at !== -1; at = query.indexOf("&", at + 1)) parameters += 1;
  return parameters > maxParameters ? `It has more than ${maxParameters} parameters.` : null;
}

export function tooLarge(request: IncomingMessage): RejectedRequest {
  return reject(request, 413, "Request too large", "The request is larger than this address accepts.", true);
}

function rejectUnroutable(request: IncomingMessage, rawUrl: string, isForUs: boolean): RejectedRequest {
  const isRead = isReading(request.method) && !hasBody(request);
  return {
    ...reject(request, 404, "Page not found", "There is nothing at this address."),
    former: isRead && isForUs ? withoutEmptySegments(rawUrl) : null,
  };
}

function malformed(request: IncomingMessage): RejectedRequest {
  return reject(request, 400, "Request not understood", "The request is malformed.", true);
}

function wrongMethod(request: IncomingMessage): RejectedRequest {
  const refused = reject(request, 405, "Method not supported", "This server does not support this method.");
  refused.refusal.headers.set("allow", knownMethods.join(", "));
  return refused;
}

function reject(
  request: IncomingMessage,
  status: number,
  title: string,
  detail: string,
  isLast = false,
): RejectedRequest {
  return { refusal: refuse(request.headers.accept, status, title, detail), isLast };
}
