import { expect, test } from "vitest";
import { forgetDraft, keyFor, readFormDraft, saveDraft } from "./form-draft.ts";

test("L13 reads a draft until it is forgotten", () => {
  const store = aStore();
  saveDraft("contact", { message: "Hello" }, store);
  expect(readFormDraft("contact", store)?.values).toEqual({ message: "Hello" });
  forgetDraft("contact", store);
  expect(readFormDraft("contact", store)).toBeNull();
});

test("D7 returns the same key until the values change", () => {
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
  "reads no draft from a stored text like %s",
  (text) => {
    expect(readFormDraft("contact", aStore({ "draft:contact": text }))).toBeNull();
  },
);

test("returns a key without storage", () => {
  const full = {
    ...aStore(),
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(keyFor("contact", { message: "Hello" }, full)).toHaveLength(32);
  expect(keyFor("contact", { message: "Hello" }, null)).toHaveLength(32);
});

function aStore(stored: Record<string, string> = {}) {
  const items = new Map(Object.entries(stored));
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}
