import { redirect } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetDraft, keepTypedForm, keyFor, readFormDraft, saveDraft } from "./send-form.ts";

const sent = new URLSearchParams({ name: "Rahima", message: "Hello", consent: "on" });
const request = () => new Request("http://site.example/contact", { method: "POST", body: sent });

test("L13 without an answer the form stays, with all that was typed and a status that loads nothing anew", async () => {
  const gone = async () => {
    throw new TypeError("Failed to fetch");
  };
  const kept = await keepTypedForm({ request: request(), serverAction: gone });
  expect(kept).toMatchObject({
    init: { status: 503 },
    data: { errors: {}, isConsentTicked: true, typed: { name: "Rahima", message: "Hello" } },
  });
});

test("without a connection only a form that sends itself later says that it will", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const gone = async () => {
    throw new TypeError("Failed to fetch");
  };
  expect(await keepTypedForm({ request: request(), serverAction: gone })).toMatchObject({
    data: {
      title: "You’re offline, so nothing was sent. Try again when you’re back online.",
      isWaiting: false,
    },
  });
  expect(await keepTypedForm({ request: request(), serverAction: gone, sendsItself: true })).toMatchObject({
    data: {
      title: expect.stringContaining("sent as soon as you’re back online"),
      errors: {},
      isWaiting: true,
    },
  });
});

test("answers and redirects pass through", async () => {
  const answer = { title: "Please correct 2 fields" };
  expect(await keepTypedForm({ request: request(), serverAction: async () => answer })).toBe(answer);
  const toSent = async () => {
    throw redirect("/contact?sent=x", 303);
  };
  await expect(keepTypedForm({ request: request(), serverAction: toSent })).rejects.toHaveProperty(
    "status",
    303,
  );
});

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
