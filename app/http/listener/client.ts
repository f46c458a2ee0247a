import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientAddress, createProxies } from "./client-address.ts";
import { isPublic } from "./host.ts";
import { createRequestContext, type MarkedRequestContext } from "./request-context.ts";

/** Reads who asks and how: from the socket, and from proxies only where they are trusted. */
export function createClientReader(options: {
  publicUrl: URL;
  trustProxy: readonly string[];
  /** Hears once of a proxy next to us that nobody declared: all its visitors share the limits of one. */
  onUntrustedProxy?(address: string): void;
}) {
  const proxies = createProxies(options.trustProxy);
  const addressOf = createAddressReader(options.trustProxy);
  let isWarned = false;
  const isHttps = options.publicUrl.protocol === "https:";
  return (request: IncomingMessage): MarkedRequestContext => {
    const { headers, socket } = request;
    const isTrusted = proxies.isTrusted(socket.remoteAddress);
    if (!isWarned && !isTrusted && headers["x-forwarded-for"] && isNear(socket.remoteAddress)) {
      isWarned = true;
      options.onUntrustedProxy?.(socket.remoteAddress ?? "");
    }
    const protocol = isTrusted ? listOf(headers["x-forwarded-proto"]) : undefined;
    return createRequestContext({
      id: requestId(headers["x-request-id"], isTrusted),
      address: addressOf(request),
      secure: protocol ? protocol === "https" : isHttps && isPublic(headers.host ?? "", options.publicUrl),
    });
  };
}

const nearby = createProxies([
  "127.0.0.0/8",
  "::1",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
]);

/** On this machine or its own network, as a proxy in front is. */
function isNear(address: string | undefined): boolean {
  return nearby.isTrusted(address);
}

/** Who asks: the socket's other end, or whom a trusted proxy names. */
export function createAddressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = createProxies(trustProxy);
  return ({ headers, socket }) =>
    clientAddress(socket.remoteAddress, listOf(headers["x-forwarded-for"]), proxies);
}

function listOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}

/** The id a trusted proxy gave, when it is one word of harmless characters; else a new one. */
function requestId(given: string | string[] | undefined, isTrusted: boolean): string {
  if (isTrusted && typeof given === "string" && /^[\w.-]{8,64}$/.test(given)) return given;
  return randomUUID();
}
