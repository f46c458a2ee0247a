import { expect, test, vi } from "vitest";
import { repeat } from "./background-work.ts";

test("starts at once, repeats each interval and continues after a failure", async () => {
  vi.useFakeTimers();
  const errors: unknown[] = [];
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 2) throw new Error("the second");
  };
  const repeated = repeat(work, 1000, (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(3);
  expect(errors).toEqual([new Error("the second")]);
  await repeated.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(3);
  vi.useRealTimers();
});

test("stop waits for the current run", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended: string[] = [];
  const repeated = repeat(
    () => promise.then(() => ended.push("run")),
    60_000,
    () => {},
  );
  await Promise.resolve();
  const stopped = repeated.stop();
  resolve();
  await stopped;
  expect(ended).toEqual(["run"]);
});
