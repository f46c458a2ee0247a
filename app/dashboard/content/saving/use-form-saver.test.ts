import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EntryHead } from "../form/read-entry-form.ts";
import { type Outcome, openAutosave, type SaveKind, type SavingState } from "./use-form-saver.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const saved: Outcome = { is: "saved", entry: { savedAt: "2026-03-01T10:00:00.000Z" } as EntryHead };
const refused = (code: "stale" | "invalid"): Outcome => ({
  is: "refused",
  refusal: { code, message: "Look again.", fields: { website: "Enter a full address" }, detail: null },
});

/** A form whose text is `text`, and a server that answers as told, the last answer for ever. */
function aForm(...answers: Outcome[]) {
  const form = { text: "", canSend: true };
  const seen = { kept: [] as string[], sent: [] as [string, SaveKind][], states: [] as SavingState["is"][] };
  let isForgotten = false;
  let underWay = 0;
  const textOf = (pairs: readonly (readonly [string, string])[]) => pairs[0]?.[1] ?? "";
  const autosave = openAutosave({
    read: () => ({ pairs: [["title", form.text]], canSend: form.canSend }),
    keep: async (pairs) => {
      isForgotten = false;
      seen.kept.push(textOf(pairs));
    },
    forget: async () => {
      isForgotten = true;
    },
    send: async (pairs, how) => {
      seen.sent.push([textOf(pairs), how]);
      expect(++underWay, "saves at once").toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      underWay -= 1;
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? saved;
    },
    say: ({ is }) => void seen.states.push(is),
    onOutcome: () => {},
  });
  const type = (text: string) => {
    form.text = text;
    autosave.touch();
  };
  return { ...seen, form, autosave, type, isForgotten: () => isForgotten, state: () => seen.states.at(-1) };
}

test("what is typed is in the browser within a second and on the server within two of the last key", async () => {
  const { type, kept, sent, state, isForgotten, autosave } = aForm(saved);
  type("a");
  await vi.advanceTimersByTimeAsync(1000);
  expect([kept, sent, state()]).toEqual([["a"], [], "unsaved"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, state(), autosave.isDirty(), isForgotten()]).toEqual([
    [["a", "autosave"]],
    "saved",
    false,
    true,
  ]);
});

test("while somebody types without a pause, no more than two seconds are missing in the browser and six on the server", async () => {
  const { type, kept, sent } = aForm(saved);
  for (let at = 0; at < 200; at += 1) {
    type(String(at));
    await vi.advanceTimersByTimeAsync(100);
    expect(at - Number(kept.at(-1) ?? 0)).toBeLessThan(20);
    expect(at - Number(sent.at(-1)?.[0] ?? 0)).toBeLessThan(60);
  }
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.length).toBeLessThan(8);
});

test("what is typed while a save is under way is saved after it, and the two never overlap", async () => {
  const { type, sent, autosave } = aForm(saved);
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

test("without a connection it stays in the browser, is tried again, and is sent when the connection is back", async () => {
  const { type, kept, sent, state, isForgotten } = aForm({ is: "offline" }, { is: "offline" }, saved);
  type("a");
  await vi.advanceTimersByTimeAsync(1700);
  expect([state(), kept.at(-1), isForgotten()]).toEqual(["offline", "a", false]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([state(), sent.length, isForgotten()]).toEqual(["saved", 3, true]);
});

test("D6 a stale save stops saving until somebody has decided, and loses nothing", async () => {
  const { type, sent, kept, state, autosave, isForgotten } = aForm(refused("stale"), saved);
  type("a");
  await vi.advanceTimersByTimeAsync(2000);
  expect(state()).toBe("stale");
  type("ab");
  await vi.advanceTimersByTimeAsync(10_000);
  expect([sent.length, kept.at(-1), isForgotten(), await autosave.flush()]).toEqual([1, "ab", false, false]);
  const done = autosave.flush("save");
  await vi.advanceTimersByTimeAsync(200);
  expect([await done, state()]).toEqual([true, "saved"]);
});

test("what is typed while an asked save meets another's is told of by the refusal", async () => {
  const { type, sent, autosave } = aForm(refused("stale"));
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

test("what is refused is said and kept, and tried again with the next change", async () => {
  const { type, sent, state, kept } = aForm(refused("invalid"), saved);
  type("a");
  await vi.advanceTimersByTimeAsync(8000);
  expect([state(), sent.length, kept.at(-1)]).toEqual(["refused", 1, "a"]);
  type("b");
  await vi.advanceTimersByTimeAsync(2000);
  expect([state(), sent.length]).toEqual(["saved", 2]);
});

test("what is saved but for some fields is said, kept in the browser, and stays unsaved until they fit", async () => {
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
  const { type, sent, kept, state, autosave, isForgotten } = aForm(partly, saved);
  type("a");
  await vi.advanceTimersByTimeAsync(8000);
  expect([state(), sent.length, kept.at(-1), autosave.isDirty(), isForgotten()]).toEqual([
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

test("a draft without a title waits in the browser", async () => {
  const { type, form, sent, kept, state } = aForm(saved);
  form.canSend = false;
  type("a");
  await vi.advanceTimersByTimeAsync(2000);
  expect([state(), sent, kept.at(-1)]).toEqual(["untitled", [], "a"]);
});

test("what was published by a button counts as saved, but not what was typed since", async () => {
  const { type, autosave, state } = aForm(saved);
  type("a");
  const mark = autosave.mark();
  type("ab");
  autosave.settle("2026-03-01T10:00:00.000Z", mark);
  expect([autosave.isDirty(), state()]).toEqual([true, "saved"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(autosave.isDirty()).toBe(false);
});
