import { expect, test } from "vitest";
import { sayDuration, sayProgress, sayReaders } from "./say-progress.ts";

test("figures are said in words, and what did not happen is not spoken of", () => {
  const figures = { total: 1204, sent: 312, failed: 0, dropped: 0, unsubscribed: 2 };
  expect(sayProgress(figures)).toBe("312 of 1,204 sent");
  expect(sayProgress({ ...figures, failed: 3, dropped: 1 })).toBe(
    "312 of 1,204 sent, 3 failed, 1 not wanted any more",
  );
  expect([sayReaders(1), sayReaders(1204)]).toEqual(["1 reader", "1,204 readers"]);
});

test.each([
  [3, 60, "a minute at most"],
  [720, 60, "about 12 minutes"],
  [10_800, 60, "about 3 hours"],
])("%d mails at %d a minute take %s", (mails, perMinute, words) => {
  expect(sayDuration(mails, perMinute)).toBe(words);
});
