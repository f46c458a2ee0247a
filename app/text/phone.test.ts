import { expect, test } from "vitest";
import { phoneSchema } from "./phone.ts";

test.each([
  ["01712-345678", "+8801712345678"],
  ["০১৭১২৩৪৫৬৭৮", "+8801712345678"],
  ["+880 1712 345678", "+8801712345678"],
  ["008801712345678", "+8801712345678"],
  ["(02) 5500 1234", "+880255001234"],
  ["+44 20 7946 0000", "+442079460000"],
  ["+1 (212) 555-0100", "+12125550100"],
  ["＋４４ 20 7946 0000", "+442079460000"],
  ["", ""],
  [" \u00a0", ""],
])("%s is kept as %s", (typed, number) => {
  expect(phoneSchema().parse(typed)).toBe(number);
});

test.each([
  "12",
  "+",
  "call me",
  "01712345678 please",
  "+999 12345678",
  "=1+1",
  "+44 20 7946 0000 ext. 5",
  "1".repeat(61),
  1712,
  null,
])("%j is refused in words", (typed) => {
  const result = phoneSchema().safeParse(typed);
  expect(result.error?.issues[0]?.message).toMatch(/phone number|extension|at most|as text/);
});
