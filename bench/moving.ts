import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table, writeResults } from "./results.ts";
import { runMeasured } from "./run-measured.ts";

/** `npm run bench:moving [posts]`: moves posts in from one JSON file and out again by the commands, and says what each took at most. Linux alone. */
const posts = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), "frontdesk-moving-"));
try {
  const [from, to] = [join(folder, "in.json"), join(folder, "out.json")];
  writePosts(from);
  const rows = [
    ["import", ...(await measure("import", from)), sizeOf(from)],
    ["export", ...(await measure("export", to)), sizeOf(to)],
  ];
  const text = table(["command", "most memory, MB", "s", "file, MB"], rows);
  const title = `Moving ${posts.toLocaleString("en")} posts in and out`;
  process.stdout.write(`${title}\n${text}\n`);
  writeResults([{ name: "moving", title, text }]);
} finally {
  rmSync(folder, { recursive: true });
}

/** Most resident memory in MB, and seconds. */
async function measure(command: "import" | "export", path: string): Promise<[string, string]> {
  const line = ["cli/small.ts", command, path];
  const { mostMb, seconds } = await runMeasured(line, { DATA_DIR: join(folder, "data") });
  return [mostMb.toFixed(0), seconds.toFixed(0)];
}

function sizeOf(path: string): string {
  return (statSync(path).size / 1e6).toFixed(0);
}

function writePosts(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, '{ "categories": { "blog": [{ "name": "Engineering" }] }, "blogs": [');
  for (let n = 0; n < posts; n += 1) writeSync(file, `${n === 0 ? "" : ","}\n${JSON.stringify(aPost(n))}`);
  writeSync(file, "\n] }\n");
  closeSync(file);
}

/** Some 2 KB, as posts of a few paragraphs are. */
function aPost(n: number) {
  const sentence = `The ferry of number ${n} leaves the ghat with meters, ledgers and letters for the other bank.`;
  const paragraph = `${sentence} **All of it** is [listed](https://meters.example/${n}). ${sentence}`;
  return {
    title: `Post ${n} about the ferry`,
    summary: sentence,
    publishedOn: new Date(Date.UTC(2010, 0, 1) + n * 4_000_000).toISOString().slice(0, 10),
    categories: ["Engineering"],
    tags: [`Route ${n % 20}`],
    author: `Writer ${n % 20}`,
    body: Array.from({ length: 8 }, () => paragraph).join("\n\n"),
  };
}
