import { isIP } from "node:net";

/** The network of a visitor's address: the address itself for IPv4, its /64 for IPv6. Other text is returned unchanged. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const middle = tail === undefined ? [] : Array(8 - front.length - back.length).fill("0");
  return `${[...front, ...middle, ...back].slice(0, 4).join(":")}::/64`;
}

/**
 * The prefix stored in logs and the audit: /24 for IPv4, /48 for IPv6. It identifies a provider, not a household.
 * @param network result of `networkOf`; other text is returned unchanged
 */
export function networkPrefix(network: string): string {
  if (isIP(network) === 4) return network.replace(/\.\d+$/, ".0/24");
  return siteOf(network) ?? network;
}

/** A network that a limit counts, under `rule + suffix` and up to `max * factor`. */
interface CountedNetwork {
  network: string;
  suffix: string;
  factor: number;
}

/**
 * The networks that a limit counts for a visitor, the narrowest first: the IPv4 address, or the /64, /56 and /48 of IPv6.
 * One line often has a /56, and a /48 may hold many customers of a carrier, hence the factors.
 * @param network result of `networkOf`; other text counts as one network
 */
export function countedNetworks(network: string): CountedNetwork[] {
  const narrowest = { network, suffix: "", factor: 1 };
  const [line, site] = [lineOf(network), siteOf(network)];
  if (line === null || site === null) return [narrowest];
  return [
    narrowest,
    { network: line, suffix: "-56", factor: 4 },
    { network: site, suffix: "-48", factor: 10 },
  ];
}

/**
 * The network of one customer line, for fair shares of a queue: the IPv4 address, or the /48 of IPv6.
 * @param network result of `networkOf`; other text is returned unchanged
 */
export function networkLineOf(network: string): string {
  return siteOf(network) ?? network;
}

/** The /56 of a /64; null for anything else. */
function lineOf(network: string): string | null {
  const [head, bits] = network.split("::/");
  if (head === undefined || bits !== "64") return null;
  const [a, b, c, subnet = "0"] = head.split(":");
  const upper = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return `${a}:${b}:${c}:${upper}::/56`;
}

/** The /48 of a /64; null for anything else. */
function siteOf(network: string): string | null {
  const [head, bits] = network.split("::/");
  return head !== undefined && bits === "64" ? `${head.split(":").slice(0, 3).join(":")}::/48` : null;
}
