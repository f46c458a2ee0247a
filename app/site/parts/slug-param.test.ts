import { expect, test } from "vitest";
import { slugParam } from "./url-params.ts";

const read = (path: string) => slugParam(new URL(path, "http://site.example"));

test("decodes a slug exactly once", () => {
  expect(read("/services/UI%2FUX-Design")).toBe("UI/UX-Design");
  expect(read("/services/100%25-uptime")).toBe("100%-uptime");
  expect(read("/services/a%252Fb")).toBe("a%2Fb");
  expect(read("/blog/what%3F-%23-%26")).toBe("what?-#-&");
  expect(read("/blog/%E0%A6%AC%E0%A6%BE%E0%A6%82%E0%A6%B2%E0%A6%BE")).toBe("বাংলা");
});

test("keeps an address with an invalid encoding", () => {
  expect(read("/services/100%-uptime")).toBe("100%-uptime");
  expect(read("/services/%E0%A4")).toBe("%E0%A4");
});
