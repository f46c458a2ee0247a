import { createServer } from "node:http";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { createPeerReader } from "./client.ts";
import { boundConnections, createWorkload } from "./overload.ts";

test("M2 limits active requests per network, not counting those waiting for input", () => {
  const load = createWorkload({ atWork: 4, perNetwork: 2 });
  const [one, two] = [load.begin("192.0.2.1"), load.begin("192.0.2.1")];
  expect(load.begin("192.0.2.1")).toBe(null);
  expect(load.begin("192.0.2.2")).not.toBe(null);
  one?.pause();
  const third = load.begin("192.0.2.1");
  expect(third).not.toBe(null);
  one?.resume();
  expect(load.isFull).toBe(true);
  expect(load.begin("192.0.2.3")).toBe(null);
  two?.sending();
  expect(load.begin("192.0.2.3")).not.toBe(null);
  expect(load.begin("192.0.2.1")).toBe(null);
  for (const work of [one, two, third]) work?.end();
  one?.resume();
  expect([load.begin("192.0.2.1"), load.begin("192.0.2.1"), load.begin("192.0.2.1")]).toEqual([
    expect.anything(),
    expect.anything(),
    null,
  ]);
});

test("limits connections per network, except for proxies", () => {
  const server = createServer();
  boundConnections(server, { networkOfPeer: createPeerReader(["203.0.113.80"]), max: 2 });
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new Duplex({ read() {}, write() {} }), { remoteAddress });
    for (const listener of server.listeners("connection").slice(1)) listener.call(server, socket);
    return socket;
  };
  const from = (...addresses: string[]) => addresses.map((one) => connect(one).destroyed);
  const [first] = [connect("198.51.100.1"), connect("198.51.100.1")];
  expect(from("198.51.100.1", "198.51.100.2")).toEqual([true, false]);
  expect(from("2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:4::1")).toEqual([false, false, true]);
  for (const near of ["203.0.113.80", "127.0.0.1", "::ffff:10.0.0.4"])
    expect(from(near, near, near)).toEqual([false, false, false]);
  first?.emit("close");
  expect(from("198.51.100.1", "198.51.100.1")).toEqual([false, true]);
});
