import { expect, test } from "vitest";

import { type AddedFile, createUploadQueue, UploadError, type UploadOptions } from "./send-file.ts";

/** Server that answers on request. */
function openServer() {
  const requests: { file: File; sending: UploadOptions; end: PromiseWithResolvers<AddedFile> }[] = [];
  const send = (file: File, sending: UploadOptions) => {
    const end = Promise.withResolvers<AddedFile>();
    requests.push({ file, sending, end });
    return end.promise;
  };
  const settle = async (at: number, how: "keep" | "break") => {
    const end = requests[at]?.end;
    // Only the existence of an answer matters here.
    if (how === "keep") end?.resolve({ _id: String(at) } as AddedFile);
    else end?.reject(new UploadError("The connection broke. Try again.", true));
    await new Promise(setImmediate);
  };
  return { requests, send, settle };
}

const files = (count: number) => Array.from({ length: count }, (_, at) => new File(["x"], `${at}.jpg`));

test("U1 uploads run three at a time, in order", async () => {
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

test("D7 a retry has the same idempotency key, unique to its file", async () => {
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

test("progress is visible, and completed files can be removed", async () => {
  const { requests, send, settle } = openServer();
  const queue = createUploadQueue(send);
  let progress = 0;
  queue.subscribe(() => {
    progress += 1;
  });
  queue.add(files(1));
  requests[0]?.sending.onProgress?.(0.4);
  expect(queue.read()[0]).toMatchObject({ state: "sending", part: 0.4 });
  requests[0]?.sending.onProgress?.(1);
  expect(queue.read()[0]?.state).toBe("processing");
  await settle(0, "keep");
  queue.clear();
  expect([queue.read(), progress > 3]).toEqual([[], true]);
});
