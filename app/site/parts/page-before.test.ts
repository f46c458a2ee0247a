import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the page before is what the browser says, and a page of ours once a link was followed", async () => {
  vi.stubGlobal("document", { referrer: "https://search.example/" });
  vi.stubGlobal("location", { origin: "https://kolpona.example" });
  const { arriveAt, pageBefore } = await import("./page-before.ts");
  expect(pageBefore()).toBe("https://search.example/");
  for (const path of ["/blog/Tea", "/blog/Tea"]) arriveAt(path);
  expect(pageBefore()).toBe("https://search.example/");
  for (const path of ["/contact", "/contact"]) arriveAt(path);
  expect(pageBefore()).toBe("https://kolpona.example/blog/Tea");
});
