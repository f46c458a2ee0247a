import type { IncomingMessage } from "node:http";
import { announcesTooMuch, hasBody } from "#app/http/bodies/request-body.ts";
import type { AddressRules } from "#app/http/cache/address-rules.ts";
import { refuse } from "#app/http/responses/refusals.ts";
import {
  type Hosts,
  isReading,
  isWellAddressed,
  knownMethods,
  longestUrl,
  readAddress,
  readTarget,
  type Target,
  withoutEmptySteps,
} from "./incoming.ts";

/** A request that is understood and meant for us. */
export interface AcceptedRequest {
  host: string;
  target: Target;
  refusal?: never;
}

export interface RejectedRequest {
  refusal: Response;
  /** Whether what follows on the connection can't be trusted. */
  isLast: boolean;
  /** Where nothing is: how a former site may have written the same address. */
  former?: Target | null;
}

/** Addresses the inside network asks by whatever name it has for this machine. */
const anyHostPaths = ["/healthz", "/readyz", "/metrics"];

/** Judges a request by its head alone. */
export function acceptRequest(
  request: IncomingMessage,
  { hosts, addresses }: { hosts: Hosts; addresses: AddressRules },
): AcceptedRequest | RejectedRequest {
  const { rawUrl, host } = readAddress(request);
  if (!knownMethods.includes(request.method ?? "")) return wrongMethod(request);
  if (rawUrl.length > longestUrl)
    return no(request, 414, "Address too long", "Shorten the address and try again.");
  if (host === undefined || !isWellAddressed(request)) return unclear(request);
  const target = readTarget(rawUrl);
  if (target === "malformed") return unclear(request);
  if (target === "nowhere") return nowhere(request, rawUrl, hosts.isKnown(host));
  if (!anyHostPaths.includes(target.path) && !hosts.isKnown(host))
    return no(request, 421, "Wrong address", "This server does not answer for the name it was asked by.");
  if (isReading(request.method) && hasBody(request)) return unclear(request);
  const strange = judgeQuery(target.query);
  if (strange !== null) return no(request, 400, "Address not understood", strange);
  if (announcesTooMuch(request, addresses.bodyLimit(target.path))) return tooMuch(request);
  return { host, target };
}

/** Every list of the dashboard, with all its filters set, stays far below. */
export const mostParameters = 100;

function judgeQuery(query: string): string | null {
  if (query.includes("%00")) return "It holds an invisible character (NUL). Remove “%00” and try again.";
  let parameters = 1;
  for (let at = query.indexOf("&"); at !== -1; at = query.indexOf("&", at + 1)) parameters += 1;
  return parameters > mostParameters ? `It holds more than ${mostParameters} parameters.` : null;
}

export function tooMuch(request: IncomingMessage): RejectedRequest {
  return no(request, 413, "Too much to send", "What was sent is larger than this address takes.", true);
}

function nowhere(request: IncomingMessage, rawUrl: string, isForUs: boolean): RejectedRequest {
  const isRead = isReading(request.method) && !hasBody(request);
  return {
    ...no(request, 404, "Page not found", "There is nothing at this address."),
    former: isRead && isForUs ? withoutEmptySteps(rawUrl) : null,
  };
}

function unclear(request: IncomingMessage): RejectedRequest {
  return no(request, 400, "Request not understood", "The request is not well formed.", true);
}

function wrongMethod(request: IncomingMessage): RejectedRequest {
  const refused = no(
    request,
    405,
    "Not possible here",
    "This server does not know the method of the request.",
  );
  refused.refusal.headers.set("allow", knownMethods.join(", "));
  return refused;
}

function no(
  request: IncomingMessage,
  status: number,
  title: string,
  detail: string,
  isLast = false,
): RejectedRequest {
  return { refusal: refuse(request.headers.accept, status, title, detail), isLast };
}
