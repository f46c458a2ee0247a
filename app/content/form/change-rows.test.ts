import { expect, test } from "vitest";
import { changeFormRows } from "./change-rows.ts";

const before = { title: "x", features: [{ title: "a" }, { title: "b" }, { title: "c" }] };
const titles = (order: string) => {
  const { features } = changeFormRows(before, order) as typeof before; // the same fields come back
  return features.map(({ title }) => title ?? "").join("");
};

test.each([
  ["features.1 up", "bac"],
  ["features.1 down", "acb"],
  ["features.0 up", "abc"],
  ["features.2 down", "abc"],
  ["features.1 remove", "ac"],
  ["features add", "abc"],
  ["features.9 up", "abc"],
  ["title.0 remove", "abc"],
  ["nothing add", "abc"],
  ["__proto__ add", "abc"],
  ["features.1 explode", "abc"],
])("%s gives %s", (order, outcome) => expect(titles(order)).toBe(outcome));

test("a row is added at the end, and the order before stays as it was", () => {
  expect(changeFormRows(before, "features add").features).toHaveLength(4);
  expect(before.features).toHaveLength(3);
});
