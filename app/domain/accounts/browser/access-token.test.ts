import { expect, test, vi } from "vitest";
import { createAccessToken } from "./access-token.ts";
import { tokenKey } from "./private-storage.ts";

function open(over: Partial<Parameters<typeof createAccessToken>[0]> = {}) {
  const stored = new Map<string, string>();
  const log = vi.fn();
  let time = 1_000_000;
  let count = 0;
  const fetchToken = vi.fn(async (email: string) => `${email} ${++count}`);
  const storage = () => ({
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const token = createAccessToken({ fetchToken, storage, now: () => time, log, ...over });
  return { token, stored, log, fetchToken, wait: (seconds: number) => (time += seconds * 1000) };
}

test("stores a token at sign-in and replaces it for another user", async () => {
  const { token, stored } = open();
  await token.follow("rima@tea.example");
  expect(stored.get(tokenKey)).toBe("rima@tea.example 1");
  await token.follow("karim@tea.example");
  expect(stored.get(tokenKey)).toBe("karim@tea.example 2");
  await token.follow(null);
  expect(stored.size).toBe(0);
  expect(await token.use()).toBeNull();
});

test("removes a leftover token when no one is signed in", async () => {
  const { token, stored } = open();
  stored.set(tokenKey, "left behind");
  await token.follow(null);
  expect(stored.size).toBe(0);
});

test("fetches no second token for the same user", async () => {
  const { token, fetchToken } = open();
  await token.follow("rima@tea.example");
  await token.follow("rima@tea.example");
  expect(fetchToken).toHaveBeenCalledTimes(1);
});

test("fetches a token older than 300 seconds again at its next use", async () => {
  const { token, wait, fetchToken } = open();
  await token.follow("rima@tea.example");
  wait(300);
  expect(await token.use()).toBe("rima@tea.example 1");
  wait(1);
  expect(await token.use()).toBe("rima@tea.example 2");
  expect(fetchToken).toHaveBeenCalledTimes(2);
});

test("logs the specified message when fetching fails", async () => {
  const { token, log, stored } = open({ fetchToken: () => Promise.reject(new Error("503")) });
  await token.follow("rima@tea.example");
  expect(log.mock.calls).toEqual([["JWT token fetch failed"]]);
  expect(stored.size).toBe(0);
  expect(await token.use()).toBeNull();
});

test("does not store a token that arrives after sign-out", async () => {
  const late = Promise.withResolvers<string>();
  const { token, stored } = open({ fetchToken: () => late.promise });
  const following = token.follow("rima@tea.example");
  await token.follow(null);
  late.resolve("too late");
  await following;
  expect(stored.size).toBe(0);
});

test("O9 keeps the token in memory when storage is unavailable", async () => {
  const { token } = open({
    storage: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  await token.follow("rima@tea.example");
  expect(await token.use()).toBe("rima@tea.example 1");
});

test("O9 fetches no token before a user is reported", async () => {
  const { token, fetchToken } = open();
  expect(await token.use()).toBeNull();
  await token.refresh();
  expect(fetchToken).not.toHaveBeenCalled();
});

test("renews a token before it expires", async () => {
  const { token, wait, stored } = open();
  await token.follow("rima@tea.example");
  wait(269);
  await token.refresh();
  expect(stored.get(tokenKey)).toBe("rima@tea.example 1");
  wait(1);
  await Promise.all([token.refresh(), token.refresh()]);
  expect(stored.get(tokenKey)).toBe("rima@tea.example 2");
});

test("removes an expired token while offline and fetches one later", async () => {
  let isOffline = false;
  const fetchToken = async () => {
    if (isOffline) throw new Error("away");
    return "a token";
  };
  const { token, wait, stored } = open({ fetchToken });
  await token.follow("rima@tea.example");
  isOffline = true;
  wait(301);
  await token.refresh();
  expect(stored.size).toBe(0);
  isOffline = false;
  await token.refresh();
  expect(stored.get(tokenKey)).toBe("a token");
});

test("renews no token after sign-out", async () => {
  const { token, wait, fetchToken } = open();
  await token.follow("rima@tea.example");
  await token.follow(null);
  wait(400);
  await token.refresh();
  expect(fetchToken).toHaveBeenCalledTimes(1);
});
