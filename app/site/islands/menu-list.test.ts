import { expect, test } from "vitest";
import { readMenu, retryDelay } from "./menu-list.tsx";

test("retries wait one, two and four seconds, and never longer than thirty", () => {
  expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

test("rows of the API become links by the address rule", () => {
  const rows = [
    { _id: "a", title: "UI/UX  Design", summary: "Screens. And more." },
    { _id: "b", title: "বাংলা সাইট" },
  ];
  expect(readMenu(rows, "/services")).toEqual([
    { id: "a", title: "UI/UX  Design", path: "/services/UI%2FUX-Design", summary: "Screens." },
    { id: "b", title: "বাংলা সাইট", path: `/services/${encodeURIComponent("বাংলা-সাইট")}`, summary: "" },
  ]);
});

test("an answer that is no list of titles is an empty menu", () => {
  expect(readMenu({ error: "down" }, "/media")).toEqual([]);
  expect(readMenu([null, 3, { title: "no id" }], "/media")).toEqual([]);
});
