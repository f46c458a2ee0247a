import { expect, test } from "vitest";
import { readTyped } from "./stale-form.ts";

test("a stored form contains no password, code or secret", () => {
  const form = new FormData();
  for (const name of [
    "intent",
    "name",
    "email",
    "password",
    "passwordAgain",
    "current",
    "code",
    "token",
    "secret",
    "uri",
  ])
    form.set(name, "x");
  form.set("photo", new File(["x"], "x.png"));
  expect(Object.keys(readTyped(form))).toEqual(["intent", "name", "email"]);
});
