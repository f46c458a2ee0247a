import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onFirstUse } from "./first-use.ts";

let page = new EventTarget();
const interact = (event: string) => page.dispatchEvent(new Event(event));

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("fetches once, at the first interaction or after three seconds", async () => {
  const fetch = vi.fn(async () => {});
  onFirstUse(fetch);
  await vi.advanceTimersByTimeAsync(2900);
  expect(fetch).not.toHaveBeenCalled();
  for (const event of ["pointermove", "keydown"]) interact(event);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("retries a failed fetch after a pause at the next interaction", async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue(undefined);
  onFirstUse(fetch);
  for (let times = 0; times < 60; times += 1) {
    interact("pointermove");
    await vi.advanceTimersByTimeAsync(15);
  }
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  interact("pointermove");
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("does not fetch after it was stopped", async () => {
  const fetch = vi.fn(async () => {});
  onFirstUse(fetch)();
  interact("scroll");
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetch).not.toHaveBeenCalled();
});
