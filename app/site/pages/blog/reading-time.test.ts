import { expect, test } from "vitest";
import { writeMinutes } from "./posts.ts";

test("formats minutes in the language of the text", () => {
  expect(writeMinutes(4)).toBe("4 min");
  expect(writeMinutes(12, "bn")).toBe("১২ মিনিট");
});
