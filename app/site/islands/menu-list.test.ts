import { expect, test } from "vitest";
import { readMenu, retryDelay } from "./menu-list.tsx";

test("doubles the retry delay up to thirty seconds", () => {
  expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

test("converts rows of the API to links", () => {
  const rows = [
    { _id: "a", title: "UI/UX  Design", summary: "Screens. And more." },
    { _id: "b", title: "বাংলা সাইট" },
  ];
  expect(readMenu(rows, "/services")).toEqual([
    { id: "a", title: "UI/UX  Design", path: "/services/UI%2FUX-Design", summary: "Screens." },
    { id: "b", title: "বাংলা সাইট", path: `/services/${encodeURIComponent("বাংলা-সাইট")}`, summary: "" },
  ]);
});

test("reads an invalid answer as an empty menu", () => {
  expect(readMenu({ error: "down" }, "/media")).toEqual([]);
  expect(readMenu([null, 3, { title: "no id" }], "/media")).toEqual([]);
});
