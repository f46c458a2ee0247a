import { expect, test } from "vitest";
import { formatNews } from "./use-live.ts";

test("what came in is said by its kind", () => {
  const [message, call] = [{ kind: "messages" as const }, { kind: "calls" as const }];
  expect(formatNews([message])).toBe("1 new message");
  expect(formatNews([call])).toBe("1 new call request");
  expect(formatNews([call, message, message])).toBe("2 new messages and 1 new call request");
});
