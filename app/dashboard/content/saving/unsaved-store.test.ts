import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { memoryStorage } from "#tests/support/memory-storage.ts";
import {
  createSeal,
  createUnsavedStore,
  type Seal,
  storageRecords,
  type UnsavedRecords,
} from "./unsaved-store.tsx";

const key = randomBytes(32).toString("base64");
const textOf = (text: string) => [["title", text]] as const;
const rain = { slot: "nadia blog 7", pairs: textOf("Rain in Sylhet"), at: "2026-03-01T10:00:00.000Z" };

function sealWith(key: string): Seal {
  const seal = createSeal(key);
  if (!seal) throw new Error("There is no cryptography here.");
  return seal;
}

function recordsIn(storage: Storage): UnsavedRecords {
  return storageRecords(() => storage);
}

test("what lies in the browser can't be read without the key, and comes back with it", async () => {
  const storage = memoryStorage();
  await createUnsavedStore(recordsIn(storage), sealWith(key)).keep(rain);
  expect(storage.getItem("private:nadia blog 7")).toContain("nadia blog 7");
  expect(storage.getItem("private:nadia blog 7")).not.toContain("Rain");
  // After signing in again.
  expect(await createUnsavedStore(recordsIn(storage), sealWith(key)).find("nadia blog")).toEqual(rain);
  const other = sealWith(randomBytes(32).toString("base64"));
  expect(await createUnsavedStore(recordsIn(storage), other).find("nadia blog")).toBeNull();
});

test("an earlier text that takes longer to seal does not win over a later one, nor over forgetting", async () => {
  const records = recordsIn(memoryStorage());
  const seal = sealWith(key);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow: Seal = {
    open: seal.open,
    async seal(text, name) {
      if (text.includes("early")) await held;
      return seal.seal(text, name);
    },
  };
  const store = createUnsavedStore(records, slow);
  const writes = [store.keep({ ...rain, pairs: textOf("early") }), store.keep(rain)];
  const gone = [store.keep({ ...rain, slot: "nadia blog 8", pairs: textOf("early") })];
  gone.push(store.forget("nadia blog 8"));
  // Whatever does not wait has written by now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  letGo();
  await Promise.all([...writes, ...gone]);
  expect(await store.find("nadia blog 7")).toEqual(rain);
  expect(await store.find("nadia blog 8")).toBeNull();
});

test("the latest that can be read is found, and a text that can't be sealed stops nothing", async () => {
  const storage = memoryStorage();
  await createUnsavedStore(recordsIn(storage), sealWith(randomBytes(32).toString("base64"))).keep({
    ...rain,
    slot: "nadia blog new 2",
    at: "2026-03-02T10:00:00.000Z",
  });
  const seal = sealWith(key);
  const broken = createUnsavedStore(recordsIn(storage), { ...seal, seal: () => Promise.reject(new Error()) });
  await broken.keep(rain);
  expect(await broken.find("nadia blog")).toBeNull();
  const store = createUnsavedStore(recordsIn(storage), seal);
  await store.keep({ ...rain, slot: "nadia blog new 1" });
  expect((await store.find("nadia blog"))?.slot).toBe("nadia blog new 1");
});

test("a browser that can't seal keeps texts as they are", async () => {
  const store = createUnsavedStore(recordsIn(memoryStorage()), null);
  await store.keep(rain);
  expect(await store.find("nadia blog 7")).toEqual(rain);
});

test("a browser that forbids its storage is left alone", async () => {
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const store = createUnsavedStore(storageRecords(forbidden), sealWith(key));
  await store.keep(rain);
  await store.forget(rain.slot);
  expect(await store.find(rain.slot)).toBeNull();
});
