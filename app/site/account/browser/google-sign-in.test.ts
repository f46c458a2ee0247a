import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createGooglePopup, type PopupResult } from "./google-sign-in.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Opened {
  closed: boolean;
  close(): void;
  address: string;
}

function openPopupTest(over: { open?: () => null; isHidden?: () => boolean } = {}) {
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
    subscribe(listener: (message: unknown) => void) {
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

/** Records the result of a sign-in without waiting for it. */
function watch(begun: Promise<PopupResult>) {
  const outcome: { now: unknown } = { now: "open" };
  begun.then(
    (result) => (outcome.now = result),
    (error) => (outcome.now = error.code),
  );
  return outcome;
}

test("A15 the popup opens the start page with a unique attempt name", async () => {
  const { popup, opened, deliver, listeners } = openPopupTest();
  const begun = popup.begin();
  expect(opened[0]?.address).toBe("/auth/start?mode=popup&attempt=attempt-1");
  deliver(done);
  await expect(begun).resolves.toEqual({ outcome: "in" });
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("A15 reports a second step and a refusal", async () => {
  const { popup, deliver } = openPopupTest();
  const first = popup.begin();
  deliver({ ...done, outcome: "second-step" });
  await expect(first).resolves.toEqual({ outcome: "second-step" });
  const second = popup.begin();
  deliver({ ...done, event: "event-two", attempt: "attempt-2", outcome: "refused", code: "banned" });
  await expect(second).resolves.toEqual({ outcome: "refused", code: "banned" });
});

test("A15 a new popup cancels and closes the previous one", async () => {
  const { popup, opened, deliver } = openPopupTest();
  const first = watch(popup.begin());
  const second = popup.begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(first.now).toBe("cancelled-popup-request");
  expect(opened[0]?.closed).toBe(true);
  deliver({ ...done, attempt: "attempt-2" });
  await expect(second).resolves.toEqual({ outcome: "in" });
});

test.each([0, 500, 1999])("A15 reports a popup closed after %d ms at 10 s", async (at) => {
  const { popup, opened } = openPopupTest();
  const outcome = watch(popup.begin());
  await vi.advanceTimersByTimeAsync(at);
  opened[0]?.close();
  await vi.advanceTimersByTimeAsync(9999 - at);
  expect(outcome.now).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.now).toBe("popup-closed-by-user");
});

test.each([
  [3_000, 12_000],
  [9_000, 18_000],
])("A15 reports a popup closed after %d ms at %d ms", async (at, reported) => {
  const { popup, opened } = openPopupTest();
  const outcome = watch(popup.begin());
  await vi.advanceTimersByTimeAsync(at);
  opened[0]?.close();
  await vi.advanceTimersByTimeAsync(reported - at - 1);
  expect(outcome.now).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.now).toBe("popup-closed-by-user");
});

test("A15 a hidden page checks the popup every 10 seconds", async () => {
  const { popup, opened } = openPopupTest({ isHidden: () => true });
  const outcome = watch(popup.begin());
  await vi.advanceTimersByTimeAsync(2_500);
  opened[0]?.close();
  await vi.advanceTimersByTimeAsync(12_000 + 8_000 - 2_500 - 1);
  expect(outcome.now).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.now).toBe("popup-closed-by-user");
});

test("A15 an isolated popup that looks closed can still complete", async () => {
  const { popup, opened, deliver, late } = openPopupTest();
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

test("A15 reports a cancelled sign-in as a closed popup", async () => {
  const { popup, deliver } = openPopupTest();
  const outcome = watch(popup.begin());
  deliver({ ...done, outcome: "cancelled" });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome.now).toBe("popup-closed-by-user");
});

test("A15 reports a blocked popup", async () => {
  const throws = () => {
    throw new Error("blocked");
  };
  for (const open of [() => null, throws]) {
    const outcome = watch(openPopupTest({ open }).popup.begin());
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.now).toBe("popup-blocked");
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

test.each(forged)("A16 ignores a message from another popup: %j", async (message) => {
  expect(forged).toHaveLength(12);
  const { popup, deliver } = openPopupTest();
  const outcome = watch(popup.begin());
  deliver(message);
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome.now).toBe("open");
});

test.each([
  { attempt: "attempt-1" },
  { attempt: "attempt-1", outcome: "admin", event: "event-one" },
  { attempt: "attempt-1", outcome: "in", event: 1 },
  { attempt: "attempt-1", outcome: "in", event: "short" },
  { attempt: "attempt-1", outcome: "refused", event: "event-one", code: {} },
])("A16 an invalid message for this popup ends the sign-in: %j", async (message) => {
  const { popup, deliver } = openPopupTest();
  const outcome = watch(popup.begin());
  deliver(message);
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome.now).toBe("invalid-auth-event");
});

test("A16 accepts each event once in ten minutes", async () => {
  const { popup, deliver } = openPopupTest();
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
