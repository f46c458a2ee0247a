import { expect, test } from "vitest";
import { countDone, formatDuration, formatProgress, formatReaders, isUnsent } from "./campaign-progress.tsx";

test("progress is described in words without zero counts", () => {
  const figures = { total: 1204, sent: 312, stored: 0, failed: 0, cancelled: 0, unsubscribed: 2 };
  expect(formatProgress(figures)).toBe("312 of 1,204 accepted by your mail server");
  expect(formatProgress({ ...figures, failed: 3, cancelled: 1 })).toBe(
    "312 of 1,204 accepted by your mail server, 3 failed, 1 no longer subscribed",
  );
  expect([formatReaders(1), formatReaders(1204)]).toEqual(["1 reader", "1,204 readers"]);
});

test("mail stored without a mail server does not count as sent", () => {
  const figures = { total: 12, sent: 0, stored: 12, failed: 0, cancelled: 0, unsubscribed: 0 };
  expect(formatProgress(figures)).toBe("0 of 12 accepted by your mail server, 12 not sent (no mail server)");
  expect(countDone(figures)).toBe(12);
  expect(isUnsent(figures)).toBe(true);
  expect(isUnsent({ ...figures, sent: 1, stored: 11 })).toBe(false);
});

test.each([
  [3, 60, "a minute at most"],
  [720, 60, "about 12 minutes"],
  [10_800, 60, "about 3 hours"],
])("%d mails at %d a minute take %s", (mails, perMinute, words) => {
  expect(formatDuration(mails, perMinute)).toBe(words);
});
