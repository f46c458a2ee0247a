import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { html, openTestServer } from "../listener/test-server.fixture.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0", undefined],
  ["*", "br"],
  ["*;q=0", undefined],
  ["*, br;q=0", "gzip"],
  ["identity", undefined],
  ["identity;q=1, br;q=0.5", undefined],
  ["gzip;q=1.0, br;q=0.1", "gzip"],
  ["GZIP", "gzip"],
  ["deflate, x-gzipp", undefined],
  ["br;q=nonsense", undefined],
])("Accept-Encoding %j selects %s, cached or not", async (accept, encoding) => {
  await using site = await openTestServer(async (request, requestContext) => {
    if (request.url.endsWith("/about")) requestContext.cacheTags();
    return html(text);
  });
  const headers = accept === undefined ? {} : { "accept-encoding": accept };
  const paths = ["/about", "/about", "/about", "/search"];
  for (const [index, path] of paths.entries()) {
    const connection = index === 2 ? "close" : "keep-alive";
    const reply = await site.request(path, { headers: { ...headers, connection } });
    expect(reply.headers["content-encoding"]).toBe(encoding);
    expect(reply.headers.vary).toBe("Accept-Encoding");
    expect(reply.headers["content-length"]).toBe(String(reply.body.length));
    const plain =
      encoding === "br" ? brotliDecompressSync(reply.body) : encoding ? gunzipSync(reply.body) : reply.body;
    expect(String(plain)).toBe(text);
  }
});

test("returns 304 for a known entity tag, separate per encoding", async () => {
  let shown = text;
  await using site = await openTestServer(async (_request, requestContext) => {
    requestContext.cacheTags("settings");
    return html(shown);
  });
  const tags = new Set<string>();
  for (const encoding of ["identity", "gzip", "br"]) {
    const full = await site.request("/about", { headers: { "accept-encoding": encoding } });
    const tag = String(full.headers.etag);
    tags.add(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"])
      for (const connection of ["keep-alive", "close"]) {
        const headers = { "accept-encoding": encoding, "if-none-match": known, connection };
        const reply = await site.request("/about", { headers });
        expect(reply).toMatchObject({ status: 304, headers: { etag: tag, vary: "Accept-Encoding" } });
        expect(reply.body).toHaveLength(0);
        expect(reply.headers["content-security-policy"]).toBe(full.headers["content-security-policy"]);
      }
  }
  expect(tags.size).toBe(3);
  expect((await site.request("/about", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const headers = { "if-none-match": [...tags].join(", ") };
  site.cache.drop(["settings"]);
  expect((await site.request("/about", { headers: { ...headers, connection: "close" } })).status).toBe(304);
  site.cache.drop(["settings"]);
  shown = `${text}!`;
  expect((await site.request("/about", { headers })).status).toBe(200);
});

test("sends a streamed response in chunks, even compressed", async () => {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using site = await openTestServer(async () => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from("first "));
        await opened;
        controller.enqueue(Buffer.from("second"));
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/plain" } });
  });
  const received = await site.sendRaw("GET /dashboard/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(received).toContain("first ");
  release();
  const reply = await site.request("/dashboard/x", { headers: { "accept-encoding": "br" } });
  expect(String(brotliDecompressSync(reply.body))).toBe("first second");
});
