import { expect, test } from "vitest";
import { forgetDraft, keyFor, readFormDraft, saveDraft } from "./draft.ts";

test("L13 a draft is there again after its page is gone, until it has arrived", () => {
  const store = aStore();
  saveDraft("contact", { message: "Hello" }, store);
  expect(readFormDraft("contact", store)?.values).toEqual({ message: "Hello" });
  forgetDraft("contact", store);
  expect(readFormDraft("contact", store)).toBeNull();
});

test("D7 the same words keep one key through every try; other words get another", () => {
  const store = aStore();
  const first = keyFor("contact", { message: "Hello" }, store);
  saveDraft("contact", { message: "Hello" }, store);
  expect(keyFor("contact", { message: "Hello" }, store)).toBe(first);
  saveDraft("contact", { message: "Hello!" }, store);
  saveDraft("contact", { message: "Hello" }, store);
  expect(keyFor("contact", { message: "Hello" }, store)).not.toBe(first);
  expect(first).toMatch(/^[\da-f]{32}$/);
});

test.each(["", "{", "null", "[]", '"x"', '{"values":1,"key":""}', '{"values":{"a":1},"key":""}'])(
  "what stands in the store and is no draft is none: %s",
  (text) => {
    expect(readFormDraft("contact", aStore({ "draft:contact": text }))).toBeNull();
  },
);

test("a store that takes nothing still gives a key", () => {
  const full = {
    ...aStore(),
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(keyFor("contact", { message: "Hello" }, full)).toHaveLength(32);
  expect(keyFor("contact", { message: "Hello" }, null)).toHaveLength(32);
});

function aStore(kept: Record<string, string> = {}) {
  const items = new Map(Object.entries(kept));
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}
