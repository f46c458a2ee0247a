import { createHmac, randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { BlockList, isIPv4, isIPv6, type LookupFunction } from "node:net";
import { hostNameOf } from "#app/platform/runtime/network.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Access to the network, with its restrictions. */
export interface NetworkAccess {
  /** Whether private addresses are allowed, set by the deployer. */
  allowsPrivate: boolean;
  /** Resolves all addresses of a host. */
  resolve(host: string): Promise<ResolvedAddress[]>;
}

export function openNetwork({ allowsPrivate }: Pick<NetworkAccess, "allowsPrivate">): NetworkAccess {
  return { allowsPrivate, resolve: (host) => lookup(host, { all: true }) };
}

/** The host has a private address, and no request was sent. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";

  constructor() {
    super("The host has a private address, which is not called.");
  }
}

/** Maximum bytes read of a response, which is discarded. */
const maxResponseBytes = 65_536;

export interface WebhookRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/**
 * Posts JSON and returns the response status, without following redirects. Resolves the host once and connects to the checked
 * addresses, which prevents DNS rebinding.
 * @throws PrivateAddressError, or the error of the connection
 */
export async function post(
  network: NetworkAccess,
  { url, headers, body, signal }: WebhookRequest,
): Promise<number> {
  const host = hostNameOf(url);
  const addresses = await untilAborted(network.resolve(host), signal);
  if (!network.allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddressError();
  const lookupChecked: LookupFunction = (_host, options, done) => {
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
      lookup: lookupChecked,
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Frontdesk-Webhooks/1",
        ...headers,
      },
    },
    (response) => drain(response, () => resolve(response.statusCode ?? 0)),
  );
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** Reads and discards a response, up to `maxResponseBytes`. Errors are ignored: the status is known before. */
function drain(response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) response.destroy();
  });
  response.on("error", done);
  response.on("close", done);
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

/**
 * Whether an address is public: not in the IANA registries of special-purpose addresses. Rejects IPv4 addresses embedded in
 * IPv6, such as mapped, 6to4, NAT64 and Teredo, which lead to another address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, "ipv4");
  // Only 2000::/3 of IPv6 is in use.
  return isIPv6(address) && globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

function createBlockList(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    list.addSubnet(address, Number(length), family);
  }
  return list;
}

const specialV4 = createBlockList("ipv4", [
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

const globalV6 = createBlockList("ipv6", ["2000::/3"]);

const specialV6 = createBlockList("ipv6", [
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
]);

/** Creates a secret in the format of Standard Webhooks: 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

export interface SignedMessage {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: string;
}

/** Returns the headers that authenticate a message and its time (Standard Webhooks 1.0, symmetric). */
export function signMessage(secret: string, { id, timestamp, body }: SignedMessage): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
