import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EntryHead } from "../form/read-entry-form.ts";
import { createAutosave, type Outcome, type SaveKind, type SavingState } from "./use-form-saver.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const saved: Outcome = { is: "saved", entry: { savedAt: "2026-03-01T10:00:00.000Z" } as EntryHead };
const refused = (code: "stale" | "invalid"): Outcome => ({
  is: "refused",
  refusal: { code, message: "Look again.", fields: { website: "Enter a full address" }, detail: null },
});

/** Form with one field `text`, and a server that returns the given answers; the last one repeats. */
function openForm(...answers: Outcome[]) {
  const form = { text: "", canSend: true };
  const seen = {
    storedTexts: [] as string[],
    sent: [] as [string, SaveKind][],
    states: [] as SavingState["is"][],
  };
  let isForgotten = false;
  let underWay = 0;
  const textOf = (pairs: readonly (readonly [string, string])[]) => pairs[0]?.[1] ?? "";
  const autosave = createAutosave({
    read: () => ({ pairs: [["title", form.text]], canSend: form.canSend }),
    storeLocally: async (pairs) => {
      isForgotten = false;
      seen.storedTexts.push(textOf(pairs));
    },
    removeLocal: async () => {
      isForgotten = true;
    },
    send: async (pairs, how) => {
      seen.sent.push([textOf(pairs), how]);
      expect(++underWay, "saves at once").toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      underWay -= 1;
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? saved;
    },
    onState: ({ is }) => void seen.states.push(is),
    onOutcome: () => {},
  });
  const type = (text: string) => {
    form.text = text;
    autosave.touch();
  };
  return { ...seen, form, autosave, type, isForgotten: () => isForgotten, state: () => seen.states.at(-1) };
}

test("stores changes within a second and saves within two seconds", async () => {
  const { type, storedTexts, sent, state, isForgotten, autosave } = openForm(saved);
  type("a");
  await vi.advanceTimersByTimeAsync(1000);
  expect([storedTexts, sent, state()]).toEqual([["a"], [], "unsaved"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, state(), autosave.isDirty(), isForgotten()]).toEqual([
    [["a", "autosave"]],
    "saved",
    false,
    true,
  ]);
});

test("continuous typing leaves at most two seconds unstored and six unsaved", async () => {
  const { type, storedTexts, sent } = openForm(saved);
  for (let at = 0; at < 200; at += 1) {
    type(String(at));
    await vi.advanceTimersByTimeAsync(100);
    expect(at - Number(storedTexts.at(-1) ?? 0)).toBeLessThan(20);
    expect(at - Number(sent.at(-1)?.[0] ?? 0)).toBeLessThan(60);
  }
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.length).toBeLessThan(8);
});

test("changes during a save are saved afterwards, without overlapping requests", async () => {
  const { type, sent, autosave } = openForm(saved);
  type("a");
  await vi.advanceTimersByTimeAsync(1550);
  type("ab");
  const first = autosave.flush();
  const second = autosave.flush("save");
  void autosave.flush("save");
  await vi.advanceTimersByTimeAsync(1000);
  expect([await first, await second]).toEqual([true, true]);
  expect(sent.map(([text]) => text)).toEqual(["a", "ab", "ab", "ab"]);
  expect(sent.at(-1)?.[1]).toBe("save");
});

test("without a connection changes stay stored and are retried until sent", async () => {
  const { type, storedTexts, sent, state, isForgotten } = openForm(
    { is: "offline" },
    { is: "offline" },
    saved,
  );
  type("a");
  await vi.advanceTimersByTimeAsync(1700);
  expect([state(), storedTexts.at(-1), isForgotten()]).toEqual(["offline", "a", false]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([state(), sent.length, isForgotten()]).toEqual(["saved", 3, true]);
});

test("D6 a stale save stops saving until a decision and loses nothing", async () => {
  const { type, sent, storedTexts, state, autosave, isForgotten } = openForm(refused("stale"), saved);
  type("a");
  await vi.advanceTimersByTimeAsync(2000);
  expect(state()).toBe("stale");
  type("ab");
  await vi.advanceTimersByTimeAsync(10_000);
  expect([sent.length, storedTexts.at(-1), isForgotten(), await autosave.flush()]).toEqual([
    1,
    "ab",
    false,
    false,
  ]);
  const done = autosave.flush("save");
  await vi.advanceTimersByTimeAsync(200);
  expect([await done, state()]).toEqual([true, "saved"]);
});

test("a save that meets a conflict includes changes typed meanwhile", async () => {
  const { type, sent, autosave } = openForm(refused("stale"));
  type("a");
  void autosave.flush("save");
  await vi.advanceTimersByTimeAsync(50);
  type("ab");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([
    ["a", "save"],
    ["ab", "save"],
  ]);
});

test("a refused save is reported, stored and retried after the next change", async () => {
  const { type, sent, state, storedTexts } = openForm(refused("invalid"), saved);
  type("a");
  await vi.advanceTimersByTimeAsync(8000);
  expect([state(), sent.length, storedTexts.at(-1)]).toEqual(["refused", 1, "a"]);
  type("b");
  await vi.advanceTimersByTimeAsync(2000);
  expect([state(), sent.length]).toEqual(["saved", 2]);
});

test("a partly saved form stays stored and unsaved until all fields fit", async () => {
  const entry = { savedAt: "2026-03-01T10:00:00.000Z" } as EntryHead;
  const refusal = {
    code: "invalid" as const,
    message: "Look again.",
    fields: { link: "Enter a full address" },
    detail: null,
  };
  const partly: Outcome = {
    is: "partly",
    entry,
    refusal,
  };
  const { type, sent, storedTexts, state, autosave, isForgotten } = openForm(partly, saved);
  type("a");
  await vi.advanceTimersByTimeAsync(8000);
  expect([state(), sent.length, storedTexts.at(-1), autosave.isDirty(), isForgotten()]).toEqual([
    "partly",
    1,
    "a",
    true,
    false,
  ]);
  type("ab");
  await vi.advanceTimersByTimeAsync(2000);
  expect([state(), autosave.isDirty(), isForgotten()]).toEqual(["saved", false, true]);
});

test("a draft without a title is stored in the browser only", async () => {
  const { type, form, sent, storedTexts, state } = openForm(saved);
  form.canSend = false;
  type("a");
  await vi.advanceTimersByTimeAsync(2000);
  expect([state(), sent, storedTexts.at(-1)]).toEqual(["untitled", [], "a"]);
});

test("publishing settles the published changes, but not later ones", async () => {
  const { type, autosave, state } = openForm(saved);
  type("a");
  const mark = autosave.mark();
  type("ab");
  autosave.settle("2026-03-01T10:00:00.000Z", mark);
  expect([autosave.isDirty(), state()]).toEqual([true, "saved"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(autosave.isDirty()).toBe(false);
});
