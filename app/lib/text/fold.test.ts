import { expect, test } from "vitest";
import { slugKey } from "#app/domain/content/urls/slug.ts";
import { foldDigits, foldText } from "./fold.ts";
import { pageKey } from "./page-key.ts";
import { wordsOf } from "./words.ts";

/** Spellings that look alike or are used interchangeably. */
const spellings = [
  ["র‌্যাব", "র‍্যাব"],
  ["র্যাব", "র‍্যাব"],
  ["উৎসব", "উত্‍সব"],
  ["উৎসব", "উত্সব"],
  ["রিক্ষা", "রিক্‌ষা"],
  ["ওয়েব", "ওয়েব\u200d"],
  ["ওয়েব", "ওয়েব"],
  ["বাড়ি", "বাড়ি"],
  ["কোন", "ক\u09c7\u09beন"],
  ["Bücher", "bu\u0308cher"],
  ["C#", "c#"],
  ["نامه\u200cها", "نامهها"],
];

test.each(spellings)("folds “%s” and “%s” alike, in words, slugs and page keys", (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
  expect(wordsOf(one)).toEqual(wordsOf(other));
  expect(slugKey(one)).toBe(slugKey(other));
  expect(pageKey(`/blog/${encodeURIComponent(one)}`)).toBe(pageKey(`/blog/${encodeURIComponent(other)}`));
});

test.each([
  ["কি", "কী"],
  ["তাঁত", "তাত"],
  ["ডাক", "ড়াক"],
  ["C#", "C"],
  ["C++", "C"],
  ["শত্রু", "শতরু"],
  ["Notes 1", "Notes ১"],
])("tells “%s” from “%s”", (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

test.each([
  ["০১৭১২৩৪৫৬৭৮", "01712345678"],
  ["２０２６", "2026"],
  ["٠١٢۳", "0123"],
  ["𝟗𝟘", "90"],
  ["7ab, ½", "7ab, ½"],
])("folds the digits of %s to %s", (text, folded) => {
  expect(foldDigits(text)).toBe(folded);
});

test.each([
  ["২০২৬", "2026"],
  ["৫৬৭৮", "5678"],
])("searches for %s and %s with the same words", (one, other) => {
  expect(wordsOf(one)).toEqual(wordsOf(other));
});
