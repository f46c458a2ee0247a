import { expect, test } from "vitest";
import { judgePassword } from "./judge-password.ts";

test.each([
  ["tea", 0],
  ["123456789", 0],
  ["aaaaaaaaaaaa", 1],
  ["1234567890", 1],
  ["abcdefghijkl", 1],
  ["abababababab", 1],
  ["rain boats on the padma", 4],
  ["নদীর ধারে সাদা নৌকা", 4],
  ["x".repeat(129), 0],
] as const)("%s is judged %d", (password, steps) => {
  expect(judgePassword(password).steps).toBe(steps);
});

test("how much is missing is said", () => {
  expect(judgePassword("12345678").words).toContain("2 more");
});

test("more words never make it worse", () => {
  const words = ["river", "lamp", "seven", "tin", "roof", "mango"];
  const steps = words.map((_, at) => judgePassword(words.slice(0, at + 1).join(" ")).steps);
  expect(steps).toEqual([...steps].sort());
});
