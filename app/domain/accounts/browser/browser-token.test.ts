// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { keepTokenFresh, token } from "./browser-token.ts";

test("stops renewing the token when stopped", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refresh = vi.spyOn(token, "refresh").mockResolvedValue(undefined);
  const stop = keepTokenFresh();
  vi.advanceTimersByTime(20_000);
  window.dispatchEvent(new Event("online"));
  expect(refresh).toHaveBeenCalledTimes(3);
  stop();
  window.dispatchEvent(new Event("online"));
  expect([refresh.mock.calls.length, vi.getTimerCount()]).toEqual([3, 0]);
});
