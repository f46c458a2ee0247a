import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findMisspelt, knownVariables } from "./variables.ts";

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["SMPT_URL", "SMTP_URL"],
  ["DATADIR", "DATA_DIR"],
  ["SECRETS", "SECRET"],
  ["public_url", "PUBLIC_URL"],
])("S4 %s is told to be no setting, and %s to be one", (name, meant) => {
  expect(findMisspelt({ [name]: "x" })).toEqual([`${name} is no setting and was not read; ${meant} is one`]);
});

test("what other programs set is passed over", () => {
  const others = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "POST",
    "SHELL",
    "LANG",
    "MAIL",
    "USER",
    "PWD",
    "TEST_DATABASE_URL",
  ];
  expect(findMisspelt(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
});

test("the README has every variable, and no other", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const table = readme.slice(readme.indexOf("## Configuration"), readme.indexOf("A wrong or missing value"));
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(knownVariables.toSorted());
});
