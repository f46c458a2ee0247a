import { expect, test } from "vitest";
import { formatArrivals } from "./use-live-updates.ts";

test("new leads are counted by kind", () => {
  const [message, call] = [{ kind: "messages" as const }, { kind: "calls" as const }];
  expect(formatArrivals([message])).toBe("1 new message");
  expect(formatArrivals([call])).toBe("1 new call request");
  expect(formatArrivals([call, message, message])).toBe("2 new messages and 1 new call request");
});
