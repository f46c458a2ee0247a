import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePostsFile } from "./support/posts-file.ts";
import { table, writeResults } from "./support/results.ts";
import { runMeasured } from "./support/run-measured.ts";
import { writeWordPressFile } from "./support/wordpress-file.ts";

/**
 * `npm run bench:moving [posts] [items]`: imports posts from one JSON file and exports them, and imports a WordPress export of
 * `items` items into an empty site. Prints time and highest memory of each, on Linux only.
 */
const posts = Number(process.argv[2] ?? 100_000);
const items = Number(process.argv[3] ?? 20_000);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-moving-"));
try {
  const [from, to, old] = [join(folder, "in.json"), join(folder, "out.json"), join(folder, "old.xml")];
  writePostsFile(from, posts);
  writeWordPressFile(old, items);
  const rows = [
    ["import", ...(await measure("import", from, "data")), sizeOf(from)],
    ["export", ...(await measure("export", to, "data")), sizeOf(to)],
    [`import of ${items} items of WordPress`, ...(await measure("import", old, "moved")), sizeOf(old)],
  ];
  const text = table(["command", "peak memory, MB", "time, s", "file, MB"], rows);
  const title = `Moving ${posts.toLocaleString("en")} posts in and out`;
  process.stdout.write(`${title}\n${text}\n`);
  writeResults([{ name: "moving", title, text }]);
} finally {
  rmSync(folder, { recursive: true });
}

/** Peak resident memory in MB, and seconds. */
async function measure(command: "import" | "export", path: string, data: string): Promise<[string, string]> {
  const line = ["cli/small.ts", command, path];
  const { peakMb, seconds } = await runMeasured(line, { DATA_DIR: join(folder, data) });
  return [peakMb.toFixed(0), seconds.toFixed(0)];
}

function sizeOf(path: string): string {
  return (statSync(path).size / 1e6).toFixed(0);
}
