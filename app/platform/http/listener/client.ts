import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, SocketAddress } from "node:net";
import { networkLineOf, networkOf } from "#app/platform/limits/client-network.ts";
import { isPublic } from "./incoming.ts";
import { createRequestContext, type MarkedRequestContext } from "./request-context.ts";

export interface Proxies {
  /** Whether forwarding headers of this peer are trusted. */
  isTrusted(address: string | undefined): boolean;
}

/** Parses addresses and networks (`10.0.0.0/8`, `fd00::/8`); throws on other values. */
export function createProxies(list: readonly string[]): Proxies {
  const trusted = new BlockList();
  for (const item of list) addTo(trusted, item);
  return {
    isTrusted(address) {
      const plain = plainAddress(address ?? "");
      return plain !== null && trusted.check(plain, familyOf(plain));
    },
  };
}

/**
 * Finds the visitor's address: the peer, or the nearest address in X-Forwarded-For that is not a
 * trusted proxy. Headers of untrusted peers are ignored.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: Proxies,
): string {
  let address = plainAddress(peer ?? "") ?? "unknown";
  if (!forwardedFor) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    if (!proxies.isTrusted(address)) return address;
    const next = plainAddress(withoutPort(hop.trim()));
    if (next === null) return address;
    address = next;
  }
  return address;
}

function addTo(trusted: BlockList, item: string): void {
  const [text = "", bits] = item.split("/");
  const address = plainAddress(text);
  const widest = isIP(address ?? "") === 6 ? 128 : 32;
  if (address === null || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= widest)))
    throw new RangeError(`${item} is neither an address nor a network such as 10.0.0.0/8`);
  if (bits === undefined) trusted.addAddress(address, familyOf(address));
  else trusted.addSubnet(address, Number(bits), familyOf(address));
}

/** Normalizes an address: IPv4 in its own form, without zone; null if invalid. */
function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped && isIP(mapped)) return mapped;
  if (isIP(address) === 6) return plainMapped(new SocketAddress({ address, family: "ipv6" }).address);
  return isIP(address) === 4 ? address : null;
}

/** Converts a mapped address in hex, such as `::ffff:c000:201`. */
function plainMapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address) ?? [];
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (high === undefined || low === undefined) return dotted ?? address;
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, other >> 8, other & 255].join(".");
}

function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](:\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** Reads address, protocol and id of a request, from headers of trusted proxies only. */
export function createClientReader(options: {
  publicUrl: URL;
  trustProxy: readonly string[];
  /** Called once for a proxy outside `trustProxy`, whose visitors all share one limit. */
  onUntrustedProxy?(address: string): void;
  /** Whether the doctor sent the request, which imitates proxy headers. */
  isProbe?(authorization: string | undefined): boolean;
}) {
  const proxies = createProxies(options.trustProxy);
  const addressOf = createAddressReader(options.trustProxy);
  let isWarned = false;
  const isHttps = options.publicUrl.protocol === "https:";
  return (request: IncomingMessage): MarkedRequestContext => {
    const { headers, socket } = request;
    const isTrusted = proxies.isTrusted(socket.remoteAddress);
    const isUndeclaredProxy =
      !isWarned && !isTrusted && headers["x-forwarded-for"] && isPrivateAddress(socket.remoteAddress);
    if (isUndeclaredProxy && !options.isProbe?.(headers.authorization)) {
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

const privateNetworks = createProxies([
  "127.0.0.0/8",
  "::1",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
]);

/** Whether the address is on this machine or a private network, like most proxies. */
function isPrivateAddress(address: string | undefined): boolean {
  return privateNetworks.isTrusted(address);
}

/**
 * Reads the network of a peer; null for proxies and private networks, where several visitors may
 * share it.
 */
export function createPeerReader(trustProxy: readonly string[]): (peer: string | undefined) => string | null {
  const proxies = createProxies(trustProxy);
  return (peer) => {
    const address = plainAddress(peer ?? "");
    const isBound = address !== null && !isPrivateAddress(address) && !proxies.isTrusted(address);
    return isBound ? networkLineOf(networkOf(address)) : null;
  };
}

/** Reads the visitor's address from the socket, or from a trusted proxy. */
export function createAddressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const proxies = createProxies(trustProxy);
  return ({ headers, socket }) =>
    clientAddress(socket.remoteAddress, listOf(headers["x-forwarded-for"]), proxies);
}

function listOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}

/** Returns a trusted proxy's id if it is one safe word, else a new one. */
function requestId(given: string | string[] | undefined, isTrusted: boolean): string {
  if (isTrusted && typeof given === "string" && /^[\w.-]{8,64}$/.test(given)) return given;
  return randomUUID();
}
