import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { privateName } from "#app/pages/private-storage.ts";
import { memoryStorage } from "#tests/support/memory-storage.ts";
import {
  createSeal,
  createUnsavedStore,
  moveFormerReplies,
  readFormerReply,
  replySlot,
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

test("what an earlier version has kept in clear is read, and sealed for its person", async () => {
  const storage = memoryStorage();
  const records = recordsIn(storage);
  await records.put(rain);
  await records.put({ ...rain, slot: "omar blog 8" });
  const store = createUnsavedStore(records, sealWith(key));
  expect(await store.find("nadia blog 7")).toEqual(rain);
  await store.sealFormer("nadia ");
  expect(storage.getItem("private:nadia blog 7")).not.toContain("Rain");
  expect(storage.getItem("private:omar blog 8")).toContain("Rain");
  expect(await store.find("nadia blog 7")).toEqual(rain);
});

test("a browser that can't seal keeps texts as they are", async () => {
  const store = createUnsavedStore(recordsIn(memoryStorage()), null);
  await store.keep(rain);
  await store.sealFormer("nadia ");
  expect(await store.find("nadia blog 7")).toEqual(rain);
});

test("a draft of a reply from an earlier version is sealed, and does not replace a later one", async () => {
  const storage = memoryStorage({
    [privateName("nadia", "reply:7")]: "Dear Mr Rahman",
    [privateName("nadia", "reply:8")]: "Dear Ms Das",
    [privateName("omar", "reply:7")]: "Dear Sir",
  });
  const open = () => storage;
  expect(readFormerReply("nadia", "7", open)).toBe("Dear Mr Rahman");
  const replies = createUnsavedStore(recordsIn(storage), sealWith(key));
  await replies.keep({ ...rain, slot: replySlot("nadia", "8"), pairs: [["text", "Dear Ms Das, thank you"]] });
  await moveFormerReplies("nadia", replies, open);
  const all = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  expect(all.toSorted()).toEqual([
    "private:nadia reply 7",
    "private:nadia reply 8",
    privateName("omar", "reply:7"),
  ]);
  expect(storage.getItem("private:nadia reply 7")).not.toContain("Rahman");
  expect((await replies.find(replySlot("nadia", "7")))?.pairs).toEqual([["text", "Dear Mr Rahman"]]);
  expect((await replies.find(replySlot("nadia", "8")))?.pairs).toEqual([["text", "Dear Ms Das, thank you"]]);
});

test("a browser that forbids its storage is left alone", async () => {
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const store = createUnsavedStore(storageRecords(forbidden), sealWith(key));
  await store.keep(rain);
  await store.forget(rain.slot);
  expect(await store.find(rain.slot)).toBeNull();
  await moveFormerReplies("nadia", store, forbidden);
  expect(readFormerReply("nadia", "7", forbidden)).toBe("");
});
