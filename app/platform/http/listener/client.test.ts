import { expect, test } from "vitest";
import { clientAddress, createProxies } from "./client.ts";
import { html, openTestServer } from "./test-server.fixture.ts";

const proxies = createProxies(["10.0.0.0/8", "192.168.1.7", "fd00::/8", "::1"]);

test.each<[string | undefined, string | undefined, string]>([
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "6.6.6.6, 198.51.100.1, 10.2.3.4, 192.168.1.7", "198.51.100.1"],
  ["10.0.0.1", "10.9.9.9", "10.9.9.9"],
  ["10.0.0.1", "6.6.6.6, unknown", "10.0.0.1"],
  ["10.0.0.1", "6.6.6.6, , ", "10.0.0.1"],
  ["10.0.0.1", "<script>", "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["fd00::1", "[2001:DB8::1]:4711", "2001:db8::1"],
  ["fd00::1", "2001:0db8:0:0:0:0:0:1", "2001:db8::1"],
  ["::1", "::ffff:198.51.100.1", "198.51.100.1"],
  ["::1", "::ffff:c633:6401", "198.51.100.1"],
  ["::1", "0:0:0:0:0:ffff:c633:6401", "198.51.100.1"],
  ["192.168.1.8", "198.51.100.1", "192.168.1.8"],
  [undefined, "198.51.100.1", "unknown"],
])("A8 from %s with X-Forwarded-For %j the visitor is %s", (peer, forwarded, address) => {
  expect(clientAddress(peer, forwarded, proxies)).toBe(address);
});

test.each(["nowhere", "10.0.0.0/33", "10.0.0.0/", "fd00::/129", "10.0.0.0/-1", "10.0.0.0/8x"])(
  "A8 rejects %s as a proxy network",
  (item) => {
    expect(() => createProxies([item])).toThrow(item);
  },
);

test("A8 distinguishes visitors behind a trusted proxy only", async () => {
  for (const trustProxy of [["127.0.0.1"], []]) {
    const seen = new Set<string>();
    await using site = await openTestServer(
      async (_request, requestContext) => {
        seen.add(`${requestContext.address} ${requestContext.secure}`);
        return html("x");
      },
      { trustProxy, publicUrl: new URL("http://www.company.example") },
    );
    for (let index = 1; index <= 20; index++)
      await site.request("/search", {
        headers: { "x-forwarded-for": `1.2.3.4, 203.0.113.${index}`, "x-forwarded-proto": "https" },
      });
    expect(seen.size).toBe(trustProxy.length === 0 ? 1 : 20);
    expect([...seen][0]).toBe(trustProxy.length === 0 ? "127.0.0.1 false" : "203.0.113.1 true");
  }
});

test("A8 uses the request id of a trusted proxy only", async () => {
  for (const trustProxy of [["127.0.0.0/8"], []]) {
    await using site = await openTestServer(async () => html("x"), { trustProxy });
    const idOf = async (given: string) =>
      (await site.request("/search", { headers: { "x-request-id": given } })).headers["x-request-id"];
    expect((await idOf("abc-123.DEF_4")) === "abc-123.DEF_4").toBe(trustProxy.length > 0);
    for (const odd of ["short", "with space", "x".repeat(65), "a<b>cdefgh"])
      expect(await idOf(odd)).toMatch(/^[\da-f-]{36}$/);
  }
});

test("L8 logs an undeclared proxy once", async () => {
  for (const [trustProxy, count] of [
    [[], 1],
    [["127.0.0.1"], 0],
  ] as const) {
    await using site = await openTestServer(async () => html("x"), {
      trustProxy,
      isProbe: (authorization) => authorization === "Bearer of the doctor",
    });
    const headers = { "x-forwarded-for": "203.0.113.99", authorization: "Bearer of the doctor" };
    await site.request("/healthz/request", { headers });
    expect(site.lines.filter((line) => line.includes("TRUST_PROXY"))).toEqual([]);
    for (let at = 0; at < 3; at += 1)
      await site.request("/search", { headers: { "x-forwarded-for": "198.51.100.1" } });
    await site.request("/search");
    expect(site.lines.filter((line) => line.includes("TRUST_PROXY"))).toHaveLength(count);
  }
});
