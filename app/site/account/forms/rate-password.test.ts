import { expect, test } from "vitest";
import { rateTypedPassword } from "./rate-password.ts";

test.each([
  ["tea", 0],
  ["123456789", 0],
  ["rain boats on the padma", 4],
  ["নদীর ধারে সাদা নৌকা", 4],
  ["x".repeat(129), 0],
] as const)("rates %s as %d", (password, steps) => {
  expect(rateTypedPassword(password).steps).toBe(steps);
});

test("rates a password that the server refuses as weak", () => {
  const strong = "rain boats on the padma";
  expect(rateTypedPassword(strong, "unknown")).toEqual({ steps: 1, words: "Checking…" });
  expect(rateTypedPassword(strong, "This is too easy to guess")).toEqual({
    steps: 1,
    words: "This is too easy to guess.",
  });
});

test("shows the number of missing characters", () => {
  expect(rateTypedPassword("12345678").words).toContain("2 more");
});

test("more words never lower the rating", () => {
  const words = ["river", "lamp", "seven", "tin", "roof", "mango"];
  const steps = words.map((_, at) => rateTypedPassword(words.slice(0, at + 1).join(" ")).steps);
  expect(steps).toEqual([...steps].sort());
});
