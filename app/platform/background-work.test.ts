import { expect, test, vi } from "vitest";
import { repeat } from "./background-work.ts";

test("a round begins at once, another after each pause, and one that fails delays none", async () => {
  vi.useFakeTimers();
  const errors: unknown[] = [];
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    if (rounds === 2) throw new Error("the second");
  };
  const repeated = repeat(work, 1000, (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(2000);
  expect(rounds).toBe(3);
  expect(errors).toEqual([new Error("the second")]);
  await repeated.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(rounds).toBe(3);
  vi.useRealTimers();
});

test("a stop waits for the round under way", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended: string[] = [];
  const repeated = repeat(
    () => promise.then(() => ended.push("round")),
    60_000,
    () => {},
  );
  await Promise.resolve();
  const stopped = repeated.stop();
  resolve();
  await stopped;
  expect(ended).toEqual(["round"]);
});
