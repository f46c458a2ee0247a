import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePostsFile } from "./support/posts-file.ts";
import { table, writeResults } from "./support/results.ts";
import { runMeasured } from "./support/run-measured.ts";
import { writeWordPressFile } from "./support/wordpress-file.ts";

/**
 * `npm run bench:transfer [posts] [items]`: imports posts from one JSON file and exports them, and imports a WordPress export of
 * `items` items into an empty site. Measures time and peak memory, on Linux only.
 */
const posts = Number(process.argv[2] ?? 100_000);
const items = Number(process.argv[3] ?? 20_000);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-transfer-"));
try {
  const [imported, exported] = [join(folder, "in.json"), join(folder, "out.json")];
  const wordPress = join(folder, "wordpress.xml");
  writePostsFile(imported, posts);
  writeWordPressFile(wordPress, items);
  const rows = [
    ["import", ...(await measure("import", imported, "data")), sizeOf(imported)],
    ["export", ...(await measure("export", exported, "data")), sizeOf(exported)],
    [
      `import of ${items.toLocaleString("en")} WordPress items`,
      ...(await measure("import", wordPress, "wordpress-data")),
      sizeOf(wordPress),
    ],
  ];
  const text = table(["command", "peak memory, MB", "time, s", "file size, MB"], rows);
  const title = `Import and export of ${posts.toLocaleString("en")} posts`;
  writeResults([{ name: "transfer", title, text }]);
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
