import { expect, test } from "vitest";
import { rateTypedPassword } from "./new-password.tsx";

test.each([
  ["tea", 0],
  ["123456789", 0],
  ["rain boats on the padma", 4],
  ["নদীর ধারে সাদা নৌকা", 4],
  ["x".repeat(129), 0],
] as const)("%s is judged %d", (password, steps) => {
  expect(rateTypedPassword(password).steps).toBe(steps);
});

test("what the server would refuse is praised by nobody", () => {
  const strong = "rain boats on the padma";
  expect(rateTypedPassword(strong, "unknown")).toEqual({ steps: 1, words: "Checking…" });
  expect(rateTypedPassword(strong, "This is too easy to guess")).toEqual({
    steps: 1,
    words: "This is too easy to guess.",
  });
});

test("how much is missing is said", () => {
  expect(rateTypedPassword("12345678").words).toContain("2 more");
});

test("more words never make it worse", () => {
  const words = ["river", "lamp", "seven", "tin", "roof", "mango"];
  const steps = words.map((_, at) => rateTypedPassword(words.slice(0, at + 1).join(" ")).steps);
  expect(steps).toEqual([...steps].sort());
});
