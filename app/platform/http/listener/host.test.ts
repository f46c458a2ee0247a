import { expect, test } from "vitest";
import { html, openTestServer, readStatuses } from "./test-server.fixture.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test.each([
  ["www.company.example", 200],
  ["WWW.Company.Example", 200],
  ["www.company.example:443", 200],
  ["localhost", 200],
  ["localhost:8080", 200],
  ["kolpona.localhost:3000", 200],
  ["127.0.0.1:3000", 200],
  ["127.9.9.9", 200],
  ["[::1]:3000", 200],
  ["evil.example", 421],
  ["www.company.example.evil.example", 421],
  ["www.company.example:444", 421],
  ["evil.example:443", 421],
  ["localhost.evil.example", 421],
  ["localhost@evil.example", 421],
  ["127.0.0.1.evil.example", 421],
  ["127.evil.example", 421],
  ["10.0.0.1", 421],
  ["[::2]", 421],
  ["company.example", 421],
  ["a,b", 421],
  ["localhost:x", 421],
  ["www.company.example/..", 421],
])("O7 host %s returns %i, cached or not", async (host, status) => {
  await using site = await openTestServer(async (_request, requestContext) => {
    requestContext.cacheTags();
    return html(text);
  });
  expect((await site.request("/", { headers: { host } })).status).toBe(status);
  await site.request("/");
  for (const connection of ["keep-alive", "close"]) {
    const reply = await site.request("/", { headers: { host, connection } });
    expect(reply.status).toBe(status);
    if (status === 421) expect(String(reply.body) + JSON.stringify(reply.headers)).not.toContain("evil");
  }
});

test("health endpoints accept any host name", async () => {
  await using site = await openTestServer(async () => html(text));
  for (const path of ["/healthz", "/readyz"])
    expect((await site.request(path, { headers: { host: "10.1.2.3:3000" } })).status).toBe(200);
});

test("a request target in absolute form sets host and path", async () => {
  await using site = await openTestServer(async (request) => html(request.url));
  const own = await site.sendRaw(
    "GET http://localhost/a?b HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
  );
  expect(own).toContain("http://localhost/a?b");
  const other = await site.sendRaw(
    "GET http://evil.example/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  );
  expect(readStatuses(other)).toEqual([421]);
});
