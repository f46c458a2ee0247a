import { expect, test } from "vitest";
import { promiseReply } from "./reply-time.ts";

test("a promise is one sentence, and none where the company gives none", () => {
  expect(promiseReply("three hours on a working day.")).toBe("We reply within three hours on a working day.");
  expect(promiseReply("")).toBe("");
});
