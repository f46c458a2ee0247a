import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { memoryStorage } from "#tests/support/memory-storage.ts";
import {
  createTextCipher,
  createUnsavedStore,
  storageRecords,
  type TextCipher,
  type UnsavedRecords,
} from "./unsaved-store.tsx";

const key = randomBytes(32).toString("base64");
const textOf = (text: string) => [["title", text]] as const;
const rain = { slot: "nadia blog 7", pairs: textOf("Rain in Sylhet"), at: "2026-03-01T10:00:00.000Z" };

function cipherWith(key: string): TextCipher {
  const cipher = createTextCipher(key);
  if (!cipher) throw new Error("This Node.js has no Web Crypto.");
  return cipher;
}

function recordsIn(storage: Storage): UnsavedRecords {
  return storageRecords(() => storage);
}

test("stored text is unreadable without the key and returned with it", async () => {
  const storage = memoryStorage();
  await createUnsavedStore(recordsIn(storage), cipherWith(key)).save(rain);
  expect(storage.getItem("private:nadia blog 7")).toContain("nadia blog 7");
  expect(storage.getItem("private:nadia blog 7")).not.toContain("Rain");
  // After signing in again.
  expect(await createUnsavedStore(recordsIn(storage), cipherWith(key)).find("nadia blog")).toEqual(rain);
  const other = cipherWith(randomBytes(32).toString("base64"));
  expect(await createUnsavedStore(recordsIn(storage), other).find("nadia blog")).toBeNull();
});

test("slow encryption of older text overwrites no newer text or deletion", async () => {
  const records = recordsIn(memoryStorage());
  const cipher = cipherWith(key);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: TextCipher = {
    decrypt: cipher.decrypt,
    async encrypt(text, name) {
      if (text.includes("early")) await held;
      return cipher.encrypt(text, name);
    },
  };
  const store = createUnsavedStore(records, slow);
  const writes = [store.save({ ...rain, pairs: textOf("early") }), store.save(rain)];
  const deletions = [store.save({ ...rain, slot: "nadia blog 8", pairs: textOf("early") })];
  deletions.push(store.remove("nadia blog 8"));
  // Unordered writes would be complete by now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  release();
  await Promise.all([...writes, ...deletions]);
  expect(await store.find("nadia blog 7")).toEqual(rain);
  expect(await store.find("nadia blog 8")).toBeNull();
});

test("the newest readable text is found, and a failed encryption blocks nothing", async () => {
  const storage = memoryStorage();
  await createUnsavedStore(recordsIn(storage), cipherWith(randomBytes(32).toString("base64"))).save({
    ...rain,
    slot: "nadia blog new 2",
    at: "2026-03-02T10:00:00.000Z",
  });
  const cipher = cipherWith(key);
  const broken = createUnsavedStore(recordsIn(storage), {
    ...cipher,
    encrypt: () => Promise.reject(new Error()),
  });
  await broken.save(rain);
  expect(await broken.find("nadia blog")).toBeNull();
  const store = createUnsavedStore(recordsIn(storage), cipher);
  await store.save({ ...rain, slot: "nadia blog new 1" });
  expect((await store.find("nadia blog"))?.slot).toBe("nadia blog new 1");
});

test("texts are stored in plain form without cryptography", async () => {
  const store = createUnsavedStore(recordsIn(memoryStorage()), null);
  await store.save(rain);
  expect(await store.find("nadia blog 7")).toEqual(rain);
});

test("forbidden storage causes no error", async () => {
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const store = createUnsavedStore(storageRecords(forbidden), cipherWith(key));
  await store.save(rain);
  await store.remove(rain.slot);
  expect(await store.find(rain.slot)).toBeNull();
});
