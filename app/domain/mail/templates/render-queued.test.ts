import { expect, test } from "vitest";
import { noon } from "../mail.fixture.ts";
import { linkLifetimeOf } from "./render-queued.ts";

test.each([
  [30, "30 minutes"],
  [1, "1 minute"],
  [24 * 60, "24 hours"],
  [7 * 24 * 60, "7 days"],
])("a link that expires after %d minutes works for %s", (minutes, words) => {
  const expires = new Date(noon.getTime() + minutes * 60_000);
  expect(linkLifetimeOf({ created_at: noon.toISOString(), expires_at: expires.toISOString() })).toBe(words);
});

test("returns no lifetime for a link that does not expire", () => {
  expect(linkLifetimeOf({ created_at: noon.toISOString(), expires_at: null })).toBe("");
});
