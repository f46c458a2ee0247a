import type { IncomingMessage } from "node:http";
import { clientAddress, createProxies } from "./client-address.ts";
import { isPublic } from "./host.ts";
import { requestId } from "./request-id.ts";
import { createVisit, type MarkedVisit } from "./visit.ts";

/** Reads who asks and how: from the socket, and from proxies only where they are trusted. */
export function createVisitor(options: { publicUrl: URL; trustProxy: readonly string[] }) {
  const proxies = createProxies(options.trustProxy);
  const isHttps = options.publicUrl.protocol === "https:";
  return (request: IncomingMessage): MarkedVisit => {
    const { headers, socket } = request;
    const isTrusted = proxies.isTrusted(socket.remoteAddress);
    const forwardedFor = isTrusted ? listOf(headers["x-forwarded-for"]) : undefined;
    const protocol = isTrusted ? listOf(headers["x-forwarded-proto"]) : undefined;
    return createVisit({
      id: requestId(headers["x-request-id"], isTrusted),
      address: clientAddress(socket.remoteAddress, forwardedFor, proxies),
      secure: protocol ? protocol === "https" : isHttps && isPublic(headers.host ?? "", options.publicUrl),
    });
  };
}

function listOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}
