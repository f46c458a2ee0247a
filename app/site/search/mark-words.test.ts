import { expect, test } from "vitest";
import { markWords } from "./mark-words.ts";

const hits = (text: string, query: string) =>
  markWords(text, query)
    .filter(({ isHit }) => isHit)
    .map(({ part }) => part);

test("marks the beginnings of words, whatever their case", () => {
  expect(hits("Web shops and the web of trade", "WEB sho")).toEqual(["Web", "sho", "web"]);
});

test("marks Bangla words at their beginning and not inside", () => {
  expect(hits("নদীর ঘাট, মহানদী", "নদী")).toEqual(["নদী"]);
});

test("keeps every character of the text", () => {
  expect(
    markWords("a (b) c", "(b")
      .map(({ part }) => part)
      .join(""),
  ).toBe("a (b) c");
});
