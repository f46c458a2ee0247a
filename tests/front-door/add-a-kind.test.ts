import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startSite } from "../support/site.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "frontdesk-kind-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Files that the compiler, a build and a start need. */
const parts = [
  "app",
  "cli",
  "public",
  "tests",
  "start.js",
  "package.json",
  "playwright.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
  "vite.islands.config.ts",
  "vitest.config.ts",
];

test("documented steps add a kind, pages, a field type and a list", async () => {
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  applyPage(readFileSync(join(root, "docs/add-a-content-kind.md"), "utf8"), 5);
  applyPage(readFileSync(join(root, "docs/add-a-field-type.md"), "utf8"), 4);
  applyPage(readFileSync(join(root, "docs/add-a-resource.md"), "utf8"), 4);
  run("node_modules/.bin/react-router", ["typegen"]);
  run("node_modules/.bin/tsc", ["-p", ".", "--noEmit"]);
  run("node_modules/.bin/vitest", ["run", ...genericTests], { TEST_ENGINES: "sqlite" });
  run("cli/build.ts");
  const dataDir = join(folder, "data");
  const content = join(folder, "content");
  mkdirSync(join(content, "careers"), { recursive: true });
  const fields = "title: Keeper of the looms\nplace: Dhaka\nclosesOn: 2030-01-31\nsalary: to be agreed";
  writeFileSync(join(content, "careers/keeper.md"), `---\n${fields}\n---\n\nYou keep them **running**.\n`);
  mkdirSync(join(content, "clients"));
  writeFileSync(join(content, "clients/padma.md"), '---\ntitle: Padma Press\ncolor: "#0a7d5c"\n---\n');
  run("cli/import.ts", [content], { DATA_DIR: dataDir });
  await using site = await startSite({ folder, dataDir, env: { SAMPLE_CONTENT: "off" } });
  const list = await fetch(`${site.url}/careers`);
  expect(list.status).toBe(200);
  expect(await list.text()).toContain('href="/careers/Keeper-of-the-looms"');
  const detail = await fetch(`${site.url}/careers/Keeper-of-the-looms`);
  expect(detail.status).toBe(200);
  expect(await detail.text()).toContain("You keep them <strong>running</strong>.");
  const api = await fetch(`${site.url}/api/careers`);
  expect(await api.json()).toMatchObject([{ title: "Keeper of the looms", place: "Dhaka" }]);
  const clients = await fetch(`${site.url}/api/clients`);
  expect(await clients.json()).toMatchObject([{ title: "Padma Press", color: "#0a7d5c" }]);
  expect(await (await fetch(site.url)).text()).toContain('href="/careers"');
  const screen = await fetch(`${site.url}/dashboard/managecareer`, { redirect: "manual" });
  expect(screen.headers.get("location")).toContain("/login?next=");
  const replies = await fetch(`${site.url}/dashboard/replies`, { redirect: "manual" });
  expect(replies.headers.get("location")).toContain("/login?next=");
  expect((await fetch(`${site.url}/api/replies`)).status).toBe(401);
  const openApi = await (await fetch(`${site.url}/api/openapi.json`)).json();
  expect(openApi.paths["/api/replies"] ?? openApi.paths["/replies"]).toMatchObject({
    get: { operationId: "listReplies" },
  });
}, 600_000);

/** Tests that run for every kind, field type, list or address. */
const genericTests = [
  "app/domain/content/kind.test.ts",
  "app/domain/content/contract.test.ts",
  "app/lib/fields/contract.test.ts",
  "app/dashboard/dashboard.test.tsx",
  "app/dashboard/resources/contract.test.tsx",
  "app/api/server/service-tokens.test.ts",
  "app/server/routes.test.ts",
  "tests/structure/structure.test.ts",
];

/** Writes the files that the page names, and applies its diffs. */
function applyPage(page: string, minBlocks: number): void {
  const blocks = [...page.matchAll(/^`([\w./-]+)`[^\n]*:\n```(tsx?|diff)\n([\s\S]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThanOrEqual(minBlocks);
  for (const [, path = "", language, text = ""] of blocks) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, language === "diff" ? applyDiff(readFileSync(file, "utf8"), text) : text);
  }
}

/** Applies a diff: unchanged and removed lines locate the change. */
function applyDiff(source: string, diff: string): string {
  const lines = source.split("\n");
  let index = -1;
  for (const line of diff.trimEnd().split("\n")) {
    const text = line.slice(1);
    if (line.startsWith("+")) {
      index += 1;
      lines.splice(index, 0, text);
      continue;
    }
    index = lines.indexOf(text);
    expect(index, `the line “${text}” exists`).toBeGreaterThanOrEqual(0);
    if (line.startsWith("-")) {
      lines.splice(index, 1);
      index -= 1;
    }
  }
  return lines.join("\n");
}

function run(script: string, args: string[] = [], env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin/node"), [script, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    encoding: "utf8",
  });
  expect(status, `${script}: ${stdout}${stderr}`).toBe(0);
}
