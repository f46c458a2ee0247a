import { expect, test, vi } from "vitest";
import { createPresence, type SignedIn } from "./session-watch.tsx";

const minute = 60_000;

function sit() {
  let time = 0;
  let isMarkedIdle = false;
  let answer: SignedIn = "same";
  const uses: number[] = [];
  const parts = {
    now: () => time,
    markIdle: (isIdle: boolean) => {
      isMarkedIdle = isIdle;
    },
    ask: vi.fn(async () => {
      if (!isMarkedIdle) uses.push(time / minute);
      return answer;
    }),
    onChange: vi.fn(),
    onWarning: vi.fn(),
    idleMinutes: 30,
  };
  const presence = createPresence(parts);
  return {
    ...parts,
    presence,
    uses,
    end: (how: SignedIn) => {
      answer = how;
    },
    /** Lets minutes pass as a window does, with or without somebody who types every few seconds. */
    async pass(minutes: number, isTyping: boolean) {
      for (let step = 0; step < minutes * 12; step += 1) {
        time += 5_000;
        if (isTyping) presence.noteInput();
        presence.tick();
        await Promise.resolve();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
}

test("M7 whoever only types is at the site every minute", async () => {
  const { pass, uses, onWarning } = sit();
  await pass(60, true);
  expect(uses.length).toBeGreaterThanOrEqual(59);
  expect(uses.length).toBeLessThanOrEqual(60);
  expect(onWarning).not.toHaveBeenCalled();
});

test("M7 a window that nobody touches is no use of the session, and says before it ends", async () => {
  const { pass, uses, onWarning, ask } = sit();
  await pass(27, false);
  expect(uses).toEqual([]);
  expect(onWarning).not.toHaveBeenCalled();
  await pass(2, false);
  expect(onWarning).toHaveBeenCalledTimes(1);
  expect(ask).toHaveBeenCalled();
});

test("M7 somebody who comes back counts at once", async () => {
  const { pass, uses, presence } = sit();
  await pass(10, false);
  presence.noteInput();
  expect(uses).toEqual([10]);
});

test("M7 the end of the session is said once, and so is the way back in", async () => {
  const { pass, onChange, end } = sit();
  end("nobody");
  await pass(5, true);
  expect(onChange.mock.calls).toEqual([["nobody"]]);
  end("same");
  await pass(2, true);
  expect(onChange.mock.calls).toEqual([["nobody"], ["same"]]);
});

test("a server that can't be reached ends nothing", async () => {
  const { pass, onChange, end } = sit();
  end(null);
  await pass(5, true);
  expect(onChange).not.toHaveBeenCalled();
});
