import { expect, test } from "vitest";
import { promiseReply } from "./reply-time.ts";

test("a promise is one sentence, or empty if not set", () => {
  expect(promiseReply("three hours on a working day.")).toBe("We reply within three hours on a working day.");
  expect(promiseReply("")).toBe("");
});
