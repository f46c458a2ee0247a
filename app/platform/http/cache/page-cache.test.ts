import { brotliDecompressSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { addressRules } from "#app/server/addresses.ts";
import { type PreparedPage, plainBody, type Rendered } from "./page.ts";
import { createPageCache } from "./page-cache.ts";

const text = "A page worth reading twice. ".repeat(100);

function rendered(body: string, tags: string[] | null = [], isShared = true): Rendered {
  return {
    status: 200,
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: Buffer.from(body),
    tags: tags && new Set(tags),
    isShared,
  };
}

function pending(body: string, tags: string[] | null = [], isShared = true) {
  const gate = Promise.withResolvers<void>();
  const render = vi.fn(() => gate.promise.then(() => rendered(body, tags, isShared)));
  return { render, finish: gate.resolve, fail: () => gate.reject(new Error("broken")) };
}

const bodyOf = ({ page }: { page?: PreparedPage | undefined }) => page && String(plainBody(page));

test("renders a page once for concurrent requests with equal bytes", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  const work = pending(text);
  const opens = Array.from({ length: 50 }, () => cache.open("/blog", work.render));
  work.finish();
  const answers = await Promise.all(opens);
  expect(work.render).toHaveBeenCalledTimes(1);
  expect(new Set(answers.map((answer) => answer.page)).size).toBe(1);
  expect(cache.find("/blog")).toBe(answers[0]?.page);
  expect(cache.stats()).toMatchObject({ pages: 1, misses: 1, hits: 1 });
});

test("a failed render fails only the requests waiting for it", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  const work = pending(text);
  const opens = [cache.open("/blog", work.render), cache.open("/blog", work.render)];
  work.fail();
  const results = await Promise.allSettled(opens);
  expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(work.render).toHaveBeenCalledTimes(1);
  expect(bodyOf(await cache.open("/blog", async () => rendered(text)))).toBe(text);
});

test("O7 an uncacheable response is not shared with concurrent requests", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  const first = pending("first", null, false);
  const second = pending("second", null, false);
  const opens = [cache.open("/login", first.render), cache.open("/login", second.render)];
  first.finish();
  second.finish();
  const bodies = (await Promise.all(opens)).map((answer) => String(answer.rendered?.body));
  expect(bodies).toEqual(["first", "second"]);
  expect(cache.stats().pages).toBe(0);
});

test("dropping a tag removes exactly the pages that have it", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  const shown: Record<string, string[]> = {
    "/": ["list:service", "settings"],
    "/services": ["list:service", "entry:1", "entry:2"],
    "/services/a": ["entry:1", "settings"],
    "/services/b": ["entry:2"],
    "/about": ["settings"],
  };
  for (const [key, tags] of Object.entries(shown)) await cache.open(key, async () => rendered(text, tags));
  const cached = () => Object.keys(shown).filter((key) => cache.find(key));
  cache.drop(["entry:1"]);
  expect(cached()).toEqual(["/", "/services/b", "/about"]);
  cache.drop(["list:service", "nothing:1"]);
  expect(cached()).toEqual(["/services/b", "/about"]);
  cache.clear();
  expect(cached()).toEqual([]);
  expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 });
});

test("a page that changes during its render is sent but not cached", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  const old = pending(`old ${text}`, ["entry:1"]);
  const early = cache.open("/blog/a", old.render);
  cache.drop(["entry:1"]);
  const late = cache.open("/blog/a", async () => rendered(`new ${text}`, ["entry:1"]));
  expect(bodyOf(await late)).toMatch(/^new/);
  old.finish();
  expect(bodyOf(await early)).toMatch(/^old/);
  expect(bodyOf({ page: cache.find("/blog/a") })).toMatch(/^new/);
  expect(cache.stats().stale).toBe(1);
});

test("unrelated changes keep a render cacheable; clearing does not", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  const unconcerned = pending(text, ["entry:1"]);
  const cleared = pending(text, ["entry:1"]);
  const first = cache.open("/blog/a", unconcerned.render);
  cache.drop(["entry:2"]);
  unconcerned.finish();
  await first;
  expect(cache.find("/blog/a")).toBeDefined();
  const second = cache.open("/blog/b", cleared.render);
  cache.clear();
  cleared.finish();
  await second;
  expect(cache.find("/blog/b")).toBeUndefined();
});

test("finds a page by every spelling of its address until dropped", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 1_000_000 });
  await cache.open("/blog?category=a&tag=b", async () => rendered(text, ["list:blog"]));
  const spellings = [
    "/blog?tag=b&category=a",
    ...Array.from({ length: 50 }, (_, i) => `/blog?utm_x=${i}&tag=b&category=a`),
  ];
  for (const spelling of spellings) expect(cache.find(spelling)).toBeDefined();
  cache.drop(["list:blog"]);
  for (const spelling of spellings) expect(cache.find(spelling)).toBeUndefined();
});

test("evicts unused pages first and stays within its memory limit", async () => {
  const maxBytes = 200_000;
  const cache = createPageCache({ addresses: addressRules, maxBytes });
  for (let number = 0; number < 100; number++) {
    await cache.open(`/blog/${number}`, async () => rendered(`${number} ${text}`));
    cache.find("/blog/0");
    expect(cache.stats().bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.find("/blog/0")).toBeDefined();
  expect(cache.find("/blog/1")).toBeUndefined();
  expect(cache.find("/blog/99")).toBeDefined();
  expect(cache.stats().evicted).toBeGreaterThan(50);
});

test("made-up queries do not evict pages without a query", async () => {
  const maxBytes = 200_000;
  const cache = createPageCache({ addresses: addressRules, maxBytes });
  for (let number = 0; number < 5; number++)
    await cache.open(`/blog/${number}`, async () => rendered(`${number} ${text}`));
  const { bytes } = cache.stats();
  expect(bytes).toBeLessThan(maxBytes / 2);
  for (let number = 0; number < 100; number++) {
    const key = `/blog?category=${number}`;
    await cache.open(key, async () => rendered(`${number} ${text}`));
    cache.find(key);
  }
  for (let number = 0; number < 5; number++) expect(cache.find(`/blog/${number}`)).toBeDefined();
  expect(cache.find("/blog?category=99")).toBeDefined();
  expect(cache.stats().bytes).toBeLessThanOrEqual(bytes + maxBytes / 2);
});

test("a page larger than the memory limit is sent but not cached", async () => {
  for (const maxBytes of [0, 5_000]) {
    const cache = createPageCache({ addresses: addressRules, maxBytes });
    expect(bodyOf(await cache.open("/", async () => rendered(text)))).toBe(text);
    expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 });
  }
});

test("a page larger than the memory limit evicts no other page", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 50_000 });
  await cache.open("/about", async () => rendered(text));
  await cache.open("/", async () => rendered(text.repeat(100)));
  expect(cache.find("/about")).toBeDefined();
});

test("recompression waits until rendering pauses", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 10_000_000, quietMs: 60_000 });
  const varied = Array.from({ length: 3_000 }, (_, i) => `word${(i * 7919) % 1013} `).join("");
  await cache.open("/about", async () => rendered(varied));
  cache.find("/about");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(cache.stats()).toMatchObject({ improved: 0, waiting: 1 });
});

test("recompresses with brotli after the second visit, with the same ETag", async () => {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 10_000_000, quietMs: 0 });
  const varied = Array.from({ length: 3_000 }, (_, i) => `word${(i * 7919) % 1013} `).join("");
  await cache.open("/about", async () => rendered(varied));
  const before = cache.find("/about")?.br?.full;
  await vi.waitFor(() => expect(cache.stats()).toMatchObject({ improved: 1, waiting: 0 }), 60_000);
  const after = cache.find("/about")?.br?.full;
  expect(after?.body.length).toBeLessThan(before?.body.length ?? 0);
  expect(String(after && brotliDecompressSync(after.body))).toBe(varied);
  expect(after?.headers.at(-1)).toBe(before?.headers.at(-1));
  expect(cache.stats().bytes).toBe(cache.find("/about")?.bytes);
});
