import { expect, test } from "vitest";

import { type AddedFile, createUploadQueue, type FileSending, NotSent } from "./send-file.ts";

/** A server that answers when it is told to. */
function openServer() {
  const requests: { file: File; sending: FileSending; end: PromiseWithResolvers<AddedFile> }[] = [];
  const send = (file: File, sending: FileSending) => {
    const end = Promise.withResolvers<AddedFile>();
    requests.push({ file, sending, end });
    return end.promise;
  };
  const settle = async (at: number, how: "keep" | "break") => {
    const end = requests[at]?.end;
    // Only that there is an answer counts here.
    if (how === "keep") end?.resolve({ _id: String(at) } as AddedFile);
    else end?.reject(new NotSent("The connection broke. Try again.", true));
    await new Promise(setImmediate);
  };
  return { requests, send, settle };
}

const files = (count: number) => Array.from({ length: count }, (_, at) => new File(["x"], `${at}.jpg`));

test("U1 many files go three at a time, in their order", async () => {
  const { requests, send, settle } = openServer();
  const queue = createUploadQueue(send);
  queue.add(files(8), "Events");
  expect(requests.map(({ file }) => file.name)).toEqual(["0.jpg", "1.jpg", "2.jpg"]);
  await settle(1, "keep");
  await settle(0, "break");
  expect(requests.map(({ file }) => file.name)).toEqual(["0.jpg", "1.jpg", "2.jpg", "3.jpg", "4.jpg"]);
  expect(queue.read().map(({ state }) => state)).toEqual([
    "failed",
    "done",
    "sending",
    "sending",
    "sending",
    "waiting",
    "waiting",
    "waiting",
  ]);
  expect(requests[0]?.sending.texts).toEqual({ tags: "Events" });
});

test("D7 a file sent again has the key it had before, and no other file has it", async () => {
  const { requests, send, settle } = openServer();
  const queue = createUploadQueue(send);
  queue.add(files(2));
  await settle(0, "break");
  const [failed] = queue.read();
  expect(failed).toMatchObject({
    state: "failed",
    canRetry: true,
    message: "The connection broke. Try again.",
  });
  queue.retry(failed?.id ?? 0);
  await settle(2, "keep");
  expect(queue.read()[0]).toMatchObject({ state: "done", message: "", added: { _id: "2" } });
  const keys = requests.map(({ sending }) => sending.key);
  expect([keys[2] === keys[0], keys[1] === keys[0]]).toEqual([true, false]);
});

test("how far a file is can be seen, and what is done can be cleared away", async () => {
  const { requests, send, settle } = openServer();
  const queue = createUploadQueue(send);
  let heard = 0;
  queue.subscribe(() => {
    heard += 1;
  });
  queue.add(files(1));
  requests[0]?.sending.onProgress?.(0.4);
  expect(queue.read()[0]).toMatchObject({ state: "sending", part: 0.4 });
  requests[0]?.sending.onProgress?.(1);
  expect(queue.read()[0]?.state).toBe("drawing");
  await settle(0, "keep");
  queue.clear();
  expect([queue.read(), heard > 3]).toEqual([[], true]);
});
