import { expect, test, vi } from "vitest";
import { memoryStorage } from "#tests/support/memory-storage.ts";
import { forgetPrivate, namesIn } from "./private-storage.ts";

const emptyBrowser = {
  local: () => memoryStorage(),
  tab: () => memoryStorage(),
  canSeal: () => true,
  deleteDatabase: (_name: string): unknown => undefined,
};

test("M14 removes private data of users and nothing else", () => {
  const local = memoryStorage({
    "private:omar reply 8": "sealed",
    "access-token": "ey",
    "contact-draft": "of a visitor",
  });
  const tab = memoryStorage({ "draft:contact": "typed before signing out", seen: "1" });
  forgetPrivate({ ...emptyBrowser, local: () => local, tab: () => tab });
  expect(namesIn(local)).toEqual(["contact-draft"]);
  expect(namesIn(tab)).toEqual(["seen"]);
});

test("keeps encrypted unsaved text and deletes unencrypted text", () => {
  const deleteDatabase = vi.fn();
  forgetPrivate({ ...emptyBrowser, deleteDatabase });
  expect(deleteDatabase).not.toHaveBeenCalled();
  forgetPrivate({ ...emptyBrowser, deleteDatabase, canSeal: () => false });
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith("frontdesk");
});

test("does not throw when storage is blocked", () => {
  const forbid = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const forbidden = { ...emptyBrowser, local: forbid, tab: forbid, deleteDatabase: forbid };
  expect(() => forgetPrivate({ ...forbidden, canSeal: () => false })).not.toThrow();
});
