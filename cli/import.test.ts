import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#app/platform/database/open.ts";
import { processEnv } from "#tests/support/process-env.ts";

const root = join(import.meta.dirname, "..");

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-cli-"));
  const [dataDir, content] = [join(folder, "data"), join(folder, "content")];
  mkdirSync(join(content, "blogs"), { recursive: true });
  writeFileSync(
    join(content, "blogs/one.md"),
    "---\ntitle: One\npublishedAt: 2026-01-01\n---\n\nThe first.\n",
  );
  const run = (command: "import" | "export", ...parts: string[]) => {
    const env = { ...processEnv, DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, `cli/${command}.ts`), ...parts],
      { cwd: folder, env, encoding: "utf8" },
    );
    return { status, stdout, stderr };
  };
  return {
    folder,
    dataDir,
    content,
    run,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test("imports a folder and exports it as a folder and as JSON", () => {
  using place = openFolder();
  expect(place.run("import", "content")).toEqual({ status: 0, stdout: "Imported 1 post.\n", stderr: "" });
  expect(place.run("export", "out")).toEqual({
    status: 0,
    stdout: "Wrote 1 entry, 0 pictures, 0 documents, 1 version to out\n",
    stderr: "",
  });
  expect(readFileSync(join(place.folder, "out/blogs/one.md"), "utf8")).toBe(
    "---\ntitle: One\nstate: published\nposition: 1024\npublishedAt: 2026-01-01T00:00:00.000Z\ncreatedAt: 2026-01-01T00:00:00.000Z\nupdatedAt: 2026-01-01T00:00:00.000Z\n---\n\nThe first.\n",
  );
  expect(place.run("export", "site.json").status).toBe(0);
  expect(JSON.parse(readFileSync(join(place.folder, "site.json"), "utf8")).blogs).toMatchObject([
    { title: "One", body: "The first.\n" },
  ]);
  expect(place.run("export", "out")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("is not empty"),
  });
});

test("failed import exits with 1 and a message and changes nothing", () => {
  using place = openFolder();
  writeFileSync(join(place.content, "blogs/two.md"), "---\ntitel: Two\n---\n");
  const refused = place.run("import", "content");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toContain("blogs/two.md, line 2, titel: Unknown field. Did you mean “title”?\n");
  rmSync(join(place.content, "blogs/two.md"));
  expect(place.run("import", "content", "--dry-run").stdout).toBe(
    "1 post could be imported. Nothing was changed.\n",
  );
  expect(place.run("import", "content").status).toBe(0);
  expect(place.run("import", "content").stderr).toContain("use --replace");
  expect(place.run("import", "content", "--replace").stdout).toBe("Imported nothing.\n");
  const [name = ""] = readdirSync(join(place.content, "blogs"));
  appendFileSync(join(place.content, "blogs", name), "One more line.\n");
  expect(place.run("import", "content", "--replace").stdout).toContain("1 replaced existing entries");
});

test("reports the right arguments for wrong ones", () => {
  using place = openFolder();
  for (const parts of [[], ["a", "b"]])
    expect(place.run("import", ...parts)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("npm run import -- FOLDER"),
    });
  expect(place.run("import", "content", "--upload", "x")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--upload"),
  });
  expect(place.run("import", "gone")).toMatchObject({
    status: 1,
    stderr: "There is no file or folder gone.\n",
  });
  expect(place.run("import", "content", "--uploads", "gone")).toMatchObject({
    status: 1,
    stderr: "--uploads: there is no folder gone.\n",
  });
  expect(place.run("import", "--help").status).toBe(0);
  expect(place.run("export")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There is no database"),
  });
});

test("D2 running site blocks imports with one line, but allows exports", async () => {
  using place = openFolder();
  place.run("import", "content");
  await using _ = await openDatabase(
    { databaseUrl: null, dataDir: place.dataDir },
    "Frontdesk on port 3000",
    () => {},
  );
  const refused = place.run("import", "content", "--replace");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^The data folder .* is in use by Frontdesk on port 3000 .*\n$/);
  expect(place.run("export", "out").status).toBe(0);
});
