import { expect, test } from "vitest";
import { countedNetworks, networkLineOf, networkOf, networkPrefix } from "./client-network.ts";

test.each([
  ["203.0.113.9", "203.0.113.9", "203.0.113.0/24", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48", "2001:db8:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48", "0:0:0::/48"],
  ["unknown", "unknown", "unknown", "unknown"],
])("%s has network %s, prefix %s and line %s", (address, network, prefix, line) => {
  expect(networkOf(address)).toBe(network);
  expect(networkPrefix(network)).toBe(prefix);
  expect(networkLineOf(network)).toBe(line);
});

test("limits count the /64, the /56 and the /48 of IPv6", () => {
  expect(countedNetworks("2001:db8:1:a2f::/64")).toEqual([
    { network: "2001:db8:1:a2f::/64", suffix: "", factor: 1 },
    { network: "2001:db8:1:a00::/56", suffix: "-56", factor: 4 },
    { network: "2001:db8:1::/48", suffix: "-48", factor: 10 },
  ]);
  for (const other of ["203.0.113.9", "unknown", ""])
    expect(countedNetworks(other)).toEqual([{ network: other, suffix: "", factor: 1 }]);
});
