import { expect, test } from "vitest";
import { html, openTestServer } from "../listener/test-server.fixture.ts";
import { isSameOrigin } from "./same-origin.ts";

const publicUrl = new URL("https://www.company.example");
const own = publicUrl.origin;
const evil = "https://evil.example";

test.each<[Record<string, string>, boolean]>([
  [{ origin: own, "sec-fetch-site": "same-origin" }, true],
  [{ origin: own }, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "same-origin", origin: "null" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ referer: `${own}/contact` }, true],
  [{}, false],
  [{ origin: "null" }, false],
  [{ origin: evil }, false],
  [{ origin: evil, referer: `${own}/contact` }, false],
  [{ origin: `${own}.evil.example` }, false],
  [{ origin: "http://www.company.example" }, false],
  [{ origin: `${own}:444` }, false],
  [{ origin: "" }, false],
  [{ "sec-fetch-site": "cross-site", origin: evil }, false],
  [{ "sec-fetch-site": "cross-site", origin: own }, false],
  [{ "sec-fetch-site": "same-site", origin: "https://shop.company.example" }, false],
  [{ "sec-fetch-site": "same-site", origin: own }, false],
  [{ "sec-fetch-site": "same-origin", origin: evil }, false],
  [{ "sec-fetch-site": "none", origin: evil }, false],
  [{ "sec-fetch-site": "cross-site", referer: `${own}/contact` }, false],
  [{ referer: `${evil}/?${own}` }, false],
  [{ referer: "nonsense" }, false],
])("Z6 isSameOrigin for a write with %j returns %s", (headers, expected) => {
  for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]) {
    const all = type === "" ? headers : { ...headers, "content-type": type };
    const request = new Request(`${own}/contact`, { method: "POST", headers: all });
    expect(isSameOrigin(request, publicUrl)).toBe(expected);
  }
});

test("Z6 accepts same-origin writes, on loopback and behind a proxy", async () => {
  await using site = await openTestServer(async (request) => {
    // The router compares origins with the request URL.
    const agrees = new URL(request.url).origin === request.headers.get("origin");
    return html(String(isSameOrigin(request, publicUrl) && agrees));
  });
  const write = async (host: string, origin: string) =>
    String((await site.request("/contact", { method: "POST", headers: { host, origin } })).body);
  expect(await write("www.company.example", own)).toBe("true");
  expect(await write("localhost:3000", "http://localhost:3000")).toBe("true");
  expect(await write("127.0.0.1:3000", own)).toBe("true");
  expect(await write("localhost:3000", "http://localhost:4000")).toContain("Cross-site request blocked");
  expect(await write("www.company.example", "http://localhost:3000")).toContain("Cross-site request blocked");
  expect(await write("127.0.0.1:3000", evil)).toContain("Cross-site request blocked");
});
