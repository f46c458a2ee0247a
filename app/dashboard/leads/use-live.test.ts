import { expect, test } from "vitest";
import { sayNews } from "./use-live.ts";

test("what came in is said by its kind", () => {
  const [message, call] = [{ kind: "messages" as const }, { kind: "calls" as const }];
  expect(sayNews([message])).toBe("1 new message");
  expect(sayNews([call])).toBe("1 new call request");
  expect(sayNews([call, message, message])).toBe("2 new messages and 1 new call request");
});
