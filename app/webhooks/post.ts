import { createHmac, randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { BlockList, isIPv4, isIPv6, type LookupFunction } from "node:net";
import { hostNameOf } from "#app/platform/network.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** How the network is reached. */
export interface NetworkAccess {
  /** Whether private addresses may be called, as the deployer says. */
  allowsPrivate: boolean;
  /** Every address of a host. */
  resolve(host: string): Promise<ResolvedAddress[]>;
}

export function openNetwork({ allowsPrivate }: Pick<NetworkAccess, "allowsPrivate">): NetworkAccess {
  return { allowsPrivate, resolve: (host) => lookup(host, { all: true }) };
}

/** Nothing was sent, because the host is one of a private network. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";

  constructor() {
    super("The host has a private address, which is not called.");
  }
}

/** Of an answer so much is read, so that the other side is not cut off; nothing of it is kept. */
const mostAnswerBytes = 65_536;

export interface WebhookRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/**
 * Posts JSON and answers the status of what comes back. Redirects are not followed. The host is looked up once, here; what is
 * connected to are the very addresses that were looked at, so that a name which changes meanwhile leads nowhere else.
 * Throws a `PrivateAddressError`, or what the connection met.
 */
export async function post(
  outside: NetworkAccess,
  { url, headers, body, signal }: WebhookRequest,
): Promise<number> {
  const host = hostNameOf(url);
  const addresses = await untilAborted(outside.resolve(host), signal);
  if (!outside.allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddressError();
  const lookupKnown: LookupFunction = (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? "", first?.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const request = send(
    url,
    {
      method: "POST",
      agent: false,
      lookup: lookupKnown,
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Frontdesk-Webhooks/1",
        ...headers,
      },
    },
    (answer) => readAway(answer, () => resolve(answer.statusCode ?? 0)),
  );
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** Reads an answer up to its bound; however it ends, its status was known before. */
function readAway(answer: IncomingMessage, done: () => void): void {
  let bytes = 0;
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) answer.destroy();
  });
  answer.on("error", done);
  answer.on("close", done);
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/**
 * Whether an address belongs to the public internet: false for this machine, private networks, and all else that the IANA
 * registries of special-purpose addresses set apart. Of IPv6 only 2000::/3 is in use; IPv4 addresses that are written in IPv6
 * (mapped, 6to4, NAT64, Teredo) are refused altogether, since another address than the one that was looked at would be reached.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, "ipv4");
  return isIPv6(address) && globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

function listOf(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    list.addSubnet(address, Number(length), family);
  }
  return list;
}

const specialV4 = listOf("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

const globalV6 = listOf("ipv6", ["2000::/3"]);

const specialV6 = listOf("ipv6", [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);

/** A secret as Standard Webhooks writes them: 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers by which a receiver knows that a message is ours and when it was sent (Standard Webhooks 1.0, symmetric). */
export function signMessage(secret: string, { id, timestamp, body }: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const code = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${code}`,
  };
}
