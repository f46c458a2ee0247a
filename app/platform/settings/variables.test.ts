import { expect, test } from "vitest";
import { findMisspelledVariables, secretVariables, variableGroups } from "./variables.ts";

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["SMPT_URL", "SMTP_URL"],
  ["DATADIR", "DATA_DIR"],
  ["SECRETS", "SECRET"],
  ["public_url", "PUBLIC_URL"],
])("S4 reports %s as unknown and suggests %s", (name, meant) => {
  expect(findMisspelledVariables({ [name]: "x" })).toEqual([
    `${name} is not a setting and was ignored; did you mean ${meant}?`,
  ]);
});

test("ignores variables of other programs", () => {
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
  expect(findMisspelledVariables(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
});

/** Generates docs/configuration.md; `vitest run -u` with this file writes it. */
function describeVariables(): string {
  const rows = variableGroups.map(
    ({ names, fallback, meaning }) =>
      `| ${names.map((name) => `\`${name}\``).join(", ")} | ${fallback} | ${meaning} |`,
  );
  return `# Configuration

| variable | default | meaning |
|---|---|---|
${rows.join("\n")}

A wrong or missing value stops the start with one line that names the variable and the fix.

Give a secret as a file instead with \`NAME_FILE\`, the path of the file: ${secretVariables.map((name) => `\`${name}_FILE\``).join(", ")}.
`;
}

test("docs/configuration.md lists every variable", async () => {
  await expect(describeVariables()).toMatchFileSnapshot("../../../docs/configuration.md");
});
