import { expect, test } from "vitest";
import { createWorkload } from "./overload.ts";

test("M2 one network can't take all the room, and what waits for its sender takes none", () => {
  const load = createWorkload({ atWork: 4, perNetwork: 2 });
  const [one, two] = [load.begin("192.0.2.1"), load.begin("192.0.2.1")];
  expect(load.begin("192.0.2.1")).toBe(null);
  expect(load.begin("192.0.2.2")).not.toBe(null);
  one?.pause();
  const third = load.begin("192.0.2.1");
  expect(third).not.toBe(null);
  one?.resume();
  expect(load.isFull).toBe(true);
  expect(load.begin("192.0.2.3")).toBe(null);
  two?.sending();
  expect(load.begin("192.0.2.3")).not.toBe(null);
  expect(load.begin("192.0.2.1")).toBe(null);
  for (const work of [one, two, third]) work?.end();
  one?.resume();
  expect([load.begin("192.0.2.1"), load.begin("192.0.2.1"), load.begin("192.0.2.1")]).toEqual([
    expect.anything(),
    expect.anything(),
    null,
  ]);
});
