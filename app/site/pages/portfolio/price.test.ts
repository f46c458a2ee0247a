import { expect, test } from "vitest";
import { comparePrice } from "./price.ts";

const price = (expected: string, paid: string) => ({ expected, ceiling: "", paid });

test.each([
  ["৳840,000", "৳815,000", "under"],
  ["৳880,000", "৳1,120,000", "over"],
  ["৳585,000", "৳585,000", "equal"],
  ["৳৮,৪০,০০০", "৳815,000", "under"],
  ["$1.5 million", "$1.75 million", "over"],
])("compares an expected price of %s with a paid one of %s", (expected, paid, mark) => {
  expect(comparePrice(price(expected, paid))).toMatchObject({ paid, mark });
});

test.each([
  ["", "৳815,000"],
  ["৳840,000", ""],
  ["৳840,000", "by the month"],
  ["$8,000", "৳815,000"],
  ["৳8 lakh", "৳815,000"],
  ["৳7 to 8 lakh", "৳6 lakh"],
])("does not compare %j with %j", (expected, paid) => {
  expect(comparePrice(price(expected, paid))).toBeNull();
});
