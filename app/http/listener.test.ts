import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { html, openTestServer, statuses } from "./test-server.ts";

const text = `<!doctype html><title>Work</title>${"<p>Careful work for people.</p>".repeat(200)}`;

test("a marked page is rendered once and answered from memory after that, to HEAD too", async () => {
  const application = vi.fn(async (_request, visit) => {
    visit.keep("settings");
    return html(text);
  });
  await using site = await openTestServer(application);
  const first = await site.ask("/about");
  const again = await site.ask("/about", { headers: { connection: "close" } });
  const head = await site.ask("/about", { method: "HEAD" });
  expect([first.status, again.status, head.status]).toEqual([200, 200, 200]);
  expect(String(first.body)).toBe(text);
  expect(String(again.body)).toBe(text);
  expect(head.body).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(String(text.length));
  expect(first.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  expect(application).toHaveBeenCalledTimes(1);
});

test("HEAD first renders the page as GET would", async () => {
  await using site = await openTestServer(async (request, visit) => {
    visit.keep();
    return html(request.method + text);
  });
  const head = await site.ask("/about", { method: "HEAD" });
  expect(head.headers["content-length"]).toBe(String(text.length + 3));
  expect(String((await site.ask("/about")).body)).toBe(`GET${text}`);
});

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
])("Accept-Encoding %j is answered in %s, kept or not, by both ways in", async (accept, encoding) => {
  await using site = await openTestServer(async (request, visit) => {
    if (request.url.endsWith("/about")) visit.keep();
    return html(text);
  });
  const headers = accept === undefined ? {} : { "accept-encoding": accept };
  const asked = ["/about", "/about", "/about", "/search"];
  for (const [index, path] of asked.entries()) {
    const connection = index === 2 ? "close" : "keep-alive";
    const reply = await site.ask(path, { headers: { ...headers, connection } });
    expect(reply.headers["content-encoding"]).toBe(encoding);
    expect(reply.headers.vary).toBe("Accept-Encoding");
    expect(reply.headers["content-length"]).toBe(String(reply.body.length));
    const plain =
      encoding === "br" ? brotliDecompressSync(reply.body) : encoding ? gunzipSync(reply.body) : reply.body;
    expect(String(plain)).toBe(text);
  }
});

test("what the visitor has already is not sent again, each encoding having its own entity tag", async () => {
  let shown = text;
  await using site = await openTestServer(async (_request, visit) => {
    visit.keep("settings");
    return html(shown);
  });
  const tags = new Set<string>();
  for (const encoding of ["identity", "gzip", "br"]) {
    const full = await site.ask("/about", { headers: { "accept-encoding": encoding } });
    const tag = String(full.headers.etag);
    tags.add(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"])
      for (const connection of ["keep-alive", "close"]) {
        const headers = { "accept-encoding": encoding, "if-none-match": known, connection };
        const reply = await site.ask("/about", { headers });
        expect(reply).toMatchObject({ status: 304, headers: { etag: tag, vary: "Accept-Encoding" } });
        expect(reply.body).toHaveLength(0);
        expect(reply.headers["content-security-policy"]).toBe(full.headers["content-security-policy"]);
      }
  }
  expect(tags.size).toBe(3);
  expect((await site.ask("/about", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const headers = { "if-none-match": [...tags].join(", ") };
  site.cache.drop(["settings"]);
  expect((await site.ask("/about", { headers: { ...headers, connection: "close" } })).status).toBe(304);
  site.cache.drop(["settings"]);
  shown = `${text}!`;
  expect((await site.ask("/about", { headers })).status).toBe(200);
});

test.each<[string, (visit: { keep(): void }) => Promise<Response> | Response]>([
  ["sets a cookie", () => html(text, { "set-cookie": "a=b" })],
  ["is not found", () => html(text, {}, 404)],
  ["is an error", () => html(text, {}, 500)],
  ["says it is private", () => html(text, { "cache-control": "private, max-age=60" })],
  ["says it must not be stored", () => html(text, { "cache-control": "no-store" })],
  ["differs by cookie", () => html(text, { vary: "Accept-Encoding, Cookie" })],
  ["breaks while it is streamed", () => html(brokenStream() as unknown as string)],
  ["fails", () => Promise.reject(new Error("no"))],
])("O7 an answer that %s is not kept though it is marked", async (_what, answer) => {
  const application = vi.fn(async (_request, visit) => {
    visit.keep("settings");
    return answer(visit);
  });
  await using site = await openTestServer(application);
  const replies = [await site.ask("/about"), await site.ask("/about")];
  expect(application).toHaveBeenCalledTimes(2);
  expect(site.cache.stats().pages).toBe(0);
  for (const reply of replies) {
    if (reply.headers["set-cookie"]) expect(reply.headers["cache-control"]).toBe("private, no-store");
    expect(reply.headers["content-security-policy"]).toContain("default-src");
  }
});

function brokenStream(): ReadableStream {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      if (pulls++ < 3) controller.enqueue(Buffer.from(text));
      else controller.error(new Error("the database went away"));
    },
  });
}

test("O7 an answer nobody marked is not kept, and says so", async () => {
  const application = vi.fn(async () => html(text));
  await using site = await openTestServer(application);
  expect((await site.ask("/about")).headers["cache-control"]).toBe("no-store");
  await site.ask("/about");
  expect(application).toHaveBeenCalledTimes(2);
});

test("P2 many at once on a cold page cost one render", async () => {
  const application = vi.fn(async (_request, visit) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    visit.keep();
    return html(text);
  });
  await using site = await openTestServer(application);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => site.ask(index % 2 ? "/blog?utm_x=1&tag=a" : "/blog?tag=a")),
  );
  expect(application).toHaveBeenCalledTimes(1);
  expect(new Set(replies.map((reply) => String(reply.body)))).toEqual(new Set([text]));
});

test("the application sees one address whatever the spelling, on the public origin", async () => {
  const seen: string[] = [];
  await using site = await openTestServer(async (request, visit) => {
    seen.push(request.url);
    visit.keep("list:blog");
    return html(text);
  });
  for (const path of [
    "/blog?utm_x=1&tag=b&category=a%20b",
    "/blog?category=a+b&tag=b",
    "/bl%6Fg?tag=b&category=a+b",
  ])
    expect((await site.ask(path, { headers: { host: "localhost:3000" } })).status).toBe(200);
  expect(seen).toEqual(["https://www.company.example/blog?category=a%20b&tag=b"]);
});

test("one slash too many is taken off, never leading to another host", async () => {
  await using site = await openTestServer(async () => html(text));
  const place = async (path: string) => (await site.ask(path)).headers.location;
  expect((await site.ask("/blog/")).status).toBe(308);
  expect(await place("/blog/?tag=a&utm_x=1")).toBe("/blog?tag=a&utm_x=1");
  expect(await place("/services/UI%2FUX/")).toBe("/services/UI%2FUX");
  expect(await place("/\\evil.example/")).toBe("/%5Cevil.example");
  for (const path of ["//evil.example/", "///evil.example/", "/./", "/%2e/", "//"])
    expect((await site.ask(path)).status).toBe(404);
  expect((await site.ask("/")).status).toBe(200);
});

test("O3 O8 the policy of every page holds the hashes of its own scripts, errors included", async () => {
  const script = "document.title = 'ব' + 1;\nwindow.x = '<b>';";
  const style = "main{color:#123}";
  const page = `<script>${script}</script><script src="/a.js"></script><script type="application/ld+json">{"a":1}</script><style>${style}</style>`;
  await using site = await openTestServer(async (request, visit) => {
    if (request.url.includes("about")) visit.keep();
    if (request.url.includes("broken")) throw new Error("no");
    return html(page, {}, request.url.includes("gone") ? 404 : 200);
  });
  const hash = (value: string) => `'sha256-${createHash("sha256").update(value).digest("base64")}'`;
  for (const path of ["/about", "/about", "/search", "/gone"]) {
    const policy = String((await site.ask(path)).headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'self' ${hash(script)};`);
    expect(policy).toContain(`style-src 'self' ${hash(style)};`);
    expect(policy).not.toMatch(/unsafe|nonce/);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule);
    expect(policy).toContain("upgrade-insecure-requests");
  }
  const broken = await site.ask("/broken", { headers: { accept: "text/html" } });
  expect(broken.status).toBe(500);
  const [, inline = ""] = /<style>(.*?)<\/style>/s.exec(String(broken.body)) ?? [];
  expect(broken.headers["content-security-policy"]).toContain(hash(inline));
});

test("O8 every answer carries the security headers and none names what runs here", async () => {
  await using site = await openTestServer(async (request) => {
    if (request.url.endsWith("/api/broken")) throw new Error("secret words");
    if (request.url.includes("/files/"))
      return new Response("x", { headers: { "content-type": "image/png" } });
    return html(text, { "x-powered-by": "something", server: "something" });
  });
  const paths = [
    "/",
    "/api/broken",
    "/files/a.png",
    "/healthz",
    "/readyz",
    "/metrics",
    "/blog/",
    "/%",
    "//",
    "/search",
  ];
  for (const path of paths) {
    const { headers, body } = await site.ask(path);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "cross-origin-resource-policy": path.startsWith("/files/") ? "cross-origin" : "same-origin",
    });
    expect(headers["content-security-policy"]).toMatch(/default-src '(self|none)'/);
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("server");
    expect(String(body)).not.toContain("secret words");
  }
});

test("O8 without https there is neither HSTS nor upgrading", async () => {
  await using site = await openTestServer(async () => html(text), {
    publicUrl: new URL("http://www.company.example"),
  });
  const { headers } = await site.ask("/");
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
});

test("O7 nothing a visitor sends shows in what others get", async () => {
  const application = vi.fn(async (request: Request, visit) => {
    visit.keep();
    return html(JSON.stringify([request.url, ...request.headers]));
  });
  await using site = await openTestServer(application);
  const mark = "poison";
  const names =
    `x-forwarded-host x-forwarded-scheme x-forwarded-proto x-forwarded-port x-forwarded-prefix x-forwarded-for
    x-host x-original-url x-rewrite-url x-original-host x-http-method-override x-method-override forwarded via referer origin
    user-agent accept accept-language cookie authorization x-request-id range if-range x-middleware-subrequest x-invoke-path
    rsc next-router-prefetch x-matched-path x-react-router-prerender-data x-remix-response cf-connecting-ip true-client-ip
    x-wap-profile x-amz-website-redirect-location pragma cache-control`.split(/\s+/);
  for (const [index, name] of names.entries()) {
    const path = `/blog/post-${index}`;
    const poisoned = await site.ask(path, { headers: { [name]: mark } });
    const next = await site.ask(path);
    expect(poisoned.status).toBe(200);
    for (const reply of [poisoned, next]) {
      expect(String(reply.body)).toBe(JSON.stringify([`https://www.company.example${path}`]));
      expect(JSON.stringify(reply.headers)).not.toContain(mark);
    }
  }
  expect(application).toHaveBeenCalledTimes(names.length);
});

test("O7 who shows a token to the API gets his own answer, and nobody else gets it", async () => {
  await using site = await openTestServer(async (request, visit) => {
    visit.keep("list:service");
    return Response.json([request.headers.get("authorization") ?? "nobody"]);
  });
  const headers = { authorization: "Bearer abc" };
  const mine = await site.ask("/api/services", { headers });
  expect(mine.headers["cache-control"]).toBe("no-store");
  expect(String(mine.body)).toBe('["Bearer abc"]');
  for (let time = 0; time < 2; time++)
    expect(String((await site.ask("/api/services")).body)).toBe('["nobody"]');
  expect(String((await site.ask("/api/services", { headers })).body)).toBe('["Bearer abc"]');
});

test("answers to writes are never stored, and carry what the application set", async () => {
  await using site = await openTestServer(async (request) => {
    const { name } = (await request.json()) as { name: string };
    const answer = Response.json(
      { name },
      { status: 201, headers: { "cache-control": "public, max-age=60" } },
    );
    answer.headers.append("set-cookie", "a=1");
    answer.headers.append("set-cookie", "b=2");
    return answer;
  });
  const reply = await site.ask("/api/contact", { method: "POST", body: JSON.stringify({ name: "রহিম" }) });
  expect(reply.status).toBe(201);
  expect(JSON.parse(String(reply.body))).toEqual({ name: "রহিম" });
  expect(reply.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(reply.headers["cache-control"]).toBe("private, no-store");
  const plain = await openTestServer(async () => html("ok", { "cache-control": "public" }));
  expect((await plain.ask("/contact", { method: "POST" })).headers["cache-control"]).toBe("no-store");
  await plain[Symbol.asyncDispose]();
});

test("an exception is an answer with a number to quote and a log line with the same one, and the next request works", async () => {
  await using site = await openTestServer(async (request) => {
    if (request.url.endsWith("/search")) throw new TypeError("cannot read x of undefined");
    return html("fine");
  });
  const { status, headers, body } = await site.ask("/search");
  expect(status).toBe(500);
  expect(headers["content-type"]).toBe("application/problem+json");
  const { detail } = JSON.parse(String(body));
  const line = site.lines.map((each) => JSON.parse(each)).find((each) => each.level === "error");
  expect(line).toMatchObject({ status: 500, path: "/search", err: { type: "TypeError" } });
  expect(detail).toContain(line.request);
  expect(headers["x-request-id"]).toBe(line.request);
  expect((await site.ask("/x")).status).toBe(200);
});

test("the application learns when a visitor has gone", async () => {
  const gone = Promise.withResolvers<void>();
  await using site = await openTestServer(async (request) => {
    request.signal.addEventListener("abort", () => gone.resolve());
    await gone.promise;
    throw new Error("nobody there");
  });
  void site.say("GET /search HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await gone.promise;
  await vi.waitFor(() => expect(site.lines.join()).toContain('"status":499'));
  expect(site.lines.join()).not.toContain('"level":"error"');
});

test("a body that breaks after it began is cut off, never passed off as complete", async () => {
  await using site = await openTestServer(
    async () => new Response(brokenStream(), { headers: { "content-type": "text/csv" } }),
  );
  await expect(site.ask("/dashboard/export")).rejects.toThrow();
  expect(site.lines.join()).toContain("the database went away");
});

test("a streamed answer arrives piece by piece, compressed too", async () => {
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
  const heard = await site.say("GET /dashboard/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(heard).toContain("first ");
  release();
  const reply = await site.ask("/dashboard/x", { headers: { "accept-encoding": "br" } });
  expect(String(brotliDecompressSync(reply.body))).toBe("first second");
});

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
])("O7 asked by the name %s the answer is %i, warm or cold", async (host, status) => {
  await using site = await openTestServer(async (_request, visit) => {
    visit.keep();
    return html(text);
  });
  expect((await site.ask("/", { headers: { host } })).status).toBe(status);
  await site.ask("/");
  for (const connection of ["keep-alive", "close"]) {
    const reply = await site.ask("/", { headers: { host, connection } });
    expect(reply.status).toBe(status);
    if (status === 421) expect(String(reply.body) + JSON.stringify(reply.headers)).not.toContain("evil");
  }
});

test("health is answered by whatever name the inside network has for the machine", async () => {
  await using site = await openTestServer(async () => html(text));
  for (const path of ["/healthz", "/readyz"])
    expect((await site.ask(path, { headers: { host: "10.1.2.3:3000" } })).status).toBe(200);
});

test("the absolute form of a request target counts as its host and path", async () => {
  await using site = await openTestServer(async (request) => html(request.url));
  const own = await site.say(
    "GET http://localhost/a?b HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
  );
  expect(own).toContain("http://localhost/a?b");
  const other = await site.say(
    "GET http://evil.example/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  );
  expect(statuses(other)).toEqual([421]);
});
