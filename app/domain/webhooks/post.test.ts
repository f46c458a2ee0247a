import { expect, test } from "vitest";
import { isPublicAddress } from "./post.ts";

test("I9 classifies special-purpose addresses as not public", () => {
  const special = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "100::1",
    "5f00::1",
    "3fff::1",
    "",
    "localhost",
    "127.1",
    "0x7f000001",
    "2130706433",
    "hooks.shapla.example",
  ];
  expect(special.filter(isPublicAddress)).toEqual([]);
});

test("classifies internet addresses as public", () => {
  const open = [
    "8.8.8.8",
    "93.184.216.34",
    "172.15.0.1",
    "172.32.0.1",
    "2606:2800:220:1::1",
    "2a00:1450:4001::1",
  ];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
});
