import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the previous page is the referrer until a link is followed", async () => {
  vi.stubGlobal("document", { referrer: "https://search.example/" });
  vi.stubGlobal("location", { origin: "https://kolpona.example" });
  const { recordNavigation, previousPage } = await import("./previous-page.ts");
  expect(previousPage()).toBe("https://search.example/");
  for (const path of ["/blog/Tea", "/blog/Tea"]) recordNavigation(path);
  expect(previousPage()).toBe("https://search.example/");
  for (const path of ["/contact", "/contact"]) recordNavigation(path);
  expect(previousPage()).toBe("https://kolpona.example/blog/Tea");
});
