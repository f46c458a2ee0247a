import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGooglePopup, type PopupResult } from "./google-sign-in.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Opened {
  closed: boolean;
  close(): void;
  address: string;
}

function openWorld(over: { open?: () => null; isHidden?: () => boolean } = {}) {
  const opened: Opened[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const late: PopupResult[] = [];
  let attempts = 0;
  const deps = {
    open(address: string) {
      const popup = {
        closed: false,
        address,
        close() {
          popup.closed = true;
        },
      };
      opened.push(popup);
      return popup;
    },
    hear(listener: (message: unknown) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isHidden: () => false,
    newAttempt: () => `attempt-${++attempts}`,
    now: () => Date.now(),
    ...over,
  };
  const popup = createGooglePopup(deps, (result) => void late.push(result));
  const deliver = (message: unknown) => {
    for (const listener of [...listeners]) listener(message);
  };
  return { popup, opened, deliver, late, listeners };
}

const done = { event: "event-one", attempt: "attempt-1", outcome: "in" };

/** What became of it, without waiting for it. */
function watch(begun: Promise<PopupResult>) {
  const fate: { now: unknown } = { now: "open" };
  begun.then(
    (result) => (fate.now = result),
    (error) => (fate.now = error.code),
  );
  return fate;
}

test("A15 the popup opens our own start page with a name of its own, and its result ends it", async () => {
  const { popup, opened, deliver, listeners } = openWorld();
  const begun = popup.begin();
  expect(opened[0]?.address).toBe("/auth/start?mode=popup&attempt=attempt-1");
  deliver(done);
  await expect(begun).resolves.toEqual({ outcome: "in" });
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("A15 a second step and a refusal come through as what they are", async () => {
  const { popup, deliver } = openWorld();
  const first = popup.begin();
  deliver({ ...done, outcome: "second-step" });
  await expect(first).resolves.toEqual({ outcome: "second-step" });
  const second = popup.begin();
  deliver({ ...done, event: "event-two", attempt: "attempt-2", outcome: "refused", code: "banned" });
  await expect(second).resolves.toEqual({ outcome: "refused", code: "banned" });
});

test("A15 a new popup cancels the old one and closes it", async () => {
  const { popup, opened, deliver } = openWorld();
  const first = watch(popup.begin());
  const second = popup.begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.now).toBe("cancelled-popup-request");
  expect(opened[0]?.closed).toBe(true);
  deliver({ ...done, attempt: "attempt-2" });
  await expect(second).resolves.toEqual({ outcome: "in" });
});

test.each([0, 500, 1999])(
  "A15 closed after %d ms: seen at 2 s, reported 8 s later, not before",
  async (at) => {
    const { popup, opened } = openWorld();
    const fate = watch(popup.begin());
    await vi.advanceTimersByTimeAsync(at);
    opened[0]?.close();
    await vi.advanceTimersByTimeAsync(9999 - at);
    expect(fate.now).toBe("open");
    await vi.advanceTimersByTimeAsync(1);
    expect(fate.now).toBe("popup-closed-by-user");
  },
);

test.each([
  [3_000, 12_000],
  [9_000, 18_000],
])("A15 closed after %d ms: reported at %d ms", async (at, reported) => {
  const { popup, opened } = openWorld();
  const fate = watch(popup.begin());
  await vi.advanceTimersByTimeAsync(at);
  opened[0]?.close();
  await vi.advanceTimersByTimeAsync(reported - at - 1);
  expect(fate.now).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  expect(fate.now).toBe("popup-closed-by-user");
});

test("A15 behind other windows it is looked for every 10 seconds", async () => {
  const { popup, opened } = openWorld({ isHidden: () => true });
  const fate = watch(popup.begin());
  await vi.advanceTimersByTimeAsync(2_500);
  opened[0]?.close();
  await vi.advanceTimersByTimeAsync(12_000 + 8_000 - 2_500 - 1);
  expect(fate.now).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  expect(fate.now).toBe("popup-closed-by-user");
});

test("A15 an isolated popup looks closed and still completes, within the 8 seconds and after them", async () => {
  const { popup, opened, deliver, late } = openWorld();
  const first = popup.begin();
  opened[0]?.close();
  await vi.advanceTimersByTimeAsync(9_999);
  deliver(done);
  await expect(first).resolves.toEqual({ outcome: "in" });
  const second = watch(popup.begin());
  opened[1]?.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(second.now).toBe("popup-closed-by-user");
  deliver({ ...done, event: "event-two", attempt: "attempt-2" });
  expect(late).toEqual([{ outcome: "in" }]);
});

test("A15 cancelled at Google is a closed window", async () => {
  const { popup, deliver } = openWorld();
  const fate = watch(popup.begin());
  deliver({ ...done, outcome: "cancelled" });
  await vi.advanceTimersByTimeAsync(0);
  expect(fate.now).toBe("popup-closed-by-user");
});

test("A15 a blocked popup is said to be blocked", async () => {
  const throws = () => {
    throw new Error("blocked");
  };
  for (const open of [() => null, throws]) {
    const fate = watch(openWorld({ open }).popup.begin());
    await vi.advanceTimersByTimeAsync(0);
    expect(fate.now).toBe("popup-blocked");
  }
});

const forged: unknown[] = [
  null,
  "in",
  42,
  [],
  {},
  { attempt: 1, outcome: "in", event: "event-one" },
  { attempt: "", outcome: "in", event: "event-one" },
  { attempt: "attempt-2", outcome: "in", event: "event-one" },
  { attempt: "ATTEMPT-1", outcome: "in", event: "event-one" },
  { attempt: { toString: () => "attempt-1" }, outcome: "in", event: "event-one" },
  { outcome: "in", event: "event-one" },
  { type: "authorization_response", attempt: ["attempt-1"], outcome: "in" },
];

test.each(forged)("A16 a message that is not of this popup changes nothing: %j", async (message) => {
  expect(forged).toHaveLength(12);
  const { popup, deliver } = openWorld();
  const fate = watch(popup.begin());
  deliver(message);
  await vi.advanceTimersByTimeAsync(0);
  expect(fate.now).toBe("open");
});

test.each([
  { attempt: "attempt-1" },
  { attempt: "attempt-1", outcome: "admin", event: "event-one" },
  { attempt: "attempt-1", outcome: "in", event: 1 },
  { attempt: "attempt-1", outcome: "in", event: "short" },
  { attempt: "attempt-1", outcome: "refused", event: "event-one", code: {} },
])("A16 a message for this popup that is wrong ends it: %j", async (message) => {
  const { popup, deliver } = openWorld();
  const fate = watch(popup.begin());
  deliver(message);
  await vi.advanceTimersByTimeAsync(0);
  expect(fate.now).toBe("invalid-auth-event");
});

test("A16 each event counts once in ten minutes", async () => {
  const { popup, deliver } = openWorld();
  const first = popup.begin();
  deliver(done);
  await first;
  const second = watch(popup.begin());
  deliver({ ...done, attempt: "attempt-2" });
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
  deliver({ ...done, attempt: "attempt-2" });
  await vi.advanceTimersByTimeAsync(0);
  expect(second.now).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  deliver({ ...done, attempt: "attempt-2" });
  await vi.advanceTimersByTimeAsync(0);
  expect(second.now).toEqual({ outcome: "in" });
});
