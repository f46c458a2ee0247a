import { afterEach, expect, test, vi } from "vitest";
import { newId } from "./id.ts";

afterEach(() => void vi.useRealTimers());

test("ids sort by creation even when the clock steps back", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 1000);
  const ids = Array.from({ length: 10_000 }, newId);
  vi.setSystemTime(Date.now() - 60_000);
  ids.push(newId(), newId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an id is a UUID version 7 with its creation time", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 3_600_000);
  const id = newId();
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(Date.now());
});
