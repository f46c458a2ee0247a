import { BlockList, isIPv4, isIPv6 } from "node:net";

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
