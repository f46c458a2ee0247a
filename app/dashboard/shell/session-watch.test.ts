import { expect, test, vi } from "vitest";
import { createPresence, type SignedIn } from "./session-watch.tsx";

const minute = 60_000;

function openWindow() {
  let time = 0;
  let isMarkedIdle = false;
  let answer: SignedIn = "same";
  const uses: number[] = [];
  const parts = {
    now: () => time,
    markIdle: (isIdle: boolean) => {
      isMarkedIdle = isIdle;
    },
    fetchSession: vi.fn(async () => {
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
    /** Simulates minutes in a window, with input every few seconds or none. */
    async pass(minutes: number, isTyping: boolean) {
      for (let step = 0; step < minutes * 12; step += 1) {
        time += 5_000;
        if (isTyping) presence.recordInput();
        presence.tick();
        await Promise.resolve();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
}

test("M7 typing alone extends the session every minute", async () => {
  const { pass, uses, onWarning } = openWindow();
  await pass(60, true);
  expect(uses.length).toBeGreaterThanOrEqual(59);
  expect(uses.length).toBeLessThanOrEqual(60);
  expect(onWarning).not.toHaveBeenCalled();
});

test("M7 an idle window does not extend the session and warns first", async () => {
  const { pass, uses, onWarning, fetchSession } = openWindow();
  await pass(27, false);
  expect(uses).toEqual([]);
  expect(onWarning).not.toHaveBeenCalled();
  await pass(2, false);
  expect(onWarning).toHaveBeenCalledTimes(1);
  expect(fetchSession).toHaveBeenCalled();
});

test("M7 input after idleness extends the session at once", async () => {
  const { pass, uses, presence } = openWindow();
  await pass(10, false);
  presence.recordInput();
  expect(uses).toEqual([10]);
});

test("M7 session end and a new sign-in are reported once", async () => {
  const { pass, onChange, end } = openWindow();
  end("nobody");
  await pass(5, true);
  expect(onChange.mock.calls).toEqual([["nobody"]]);
  end("same");
  await pass(2, true);
  expect(onChange.mock.calls).toEqual([["nobody"], ["same"]]);
});

test("an unreachable server does not end the session", async () => {
  const { pass, onChange, end } = openWindow();
  end(null);
  await pass(5, true);
  expect(onChange).not.toHaveBeenCalled();
});
