import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onFirstUse } from "./first-use.ts";

let page = new EventTarget();
const use = (sign: string) => page.dispatchEvent(new Event(sign));

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("is fetched once: at the first sign of use, or three seconds later", async () => {
  const fetch = vi.fn(async () => {});
  onFirstUse(fetch);
  await vi.advanceTimersByTimeAsync(2900);
  expect(fetch).not.toHaveBeenCalled();
  for (const sign of ["pointermove", "keydown"]) use(sign);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("what can't be fetched is asked for again by a later sign of use, not by each of them", async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue(undefined);
  onFirstUse(fetch);
  for (let times = 0; times < 60; times += 1) {
    use("pointermove");
    await vi.advanceTimersByTimeAsync(15);
  }
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  use("pointermove");
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("nothing is fetched once it was stopped", async () => {
  const fetch = vi.fn(async () => {});
  onFirstUse(fetch)();
  use("scroll");
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetch).not.toHaveBeenCalled();
});
