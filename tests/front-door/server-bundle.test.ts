import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../build/server");
const scripts = globSync("**/*.js", { cwd: folder });
const read = (name: string) => readFileSync(join(folder, name), "utf8");

test("the server bundle is ASCII", () => {
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((name) => /\P{ASCII}/u.test(read(name)))).toEqual([]);
});

test("the server bundle has no development build of React", () => {
  const warning = "Each child in a list should have a unique";
  expect(scripts.filter((name) => read(name).includes(warning))).toEqual([]);
});

test("the server bundle keeps names of classes and functions", () => {
  const text = scripts.map(read).join("\n");
  const isNamed = (name: string) => new RegExp(`(class|function) ${name}\\b|\\b${name}=class`).test(text);
  expect(["DomainError", "WrongSetting", "startSite"].filter((name) => !isNamed(name))).toEqual([]);
});
