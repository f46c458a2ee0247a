import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table, writeResults } from "./results.ts";

/** `npm run bench:moving [posts]`: moves posts in from one JSON file and out again by the commands, and says what each took at most. Linux alone. */
const posts = Number(process.argv[2] ?? 100_000);
const root = join(import.meta.dirname, "..");
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
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, "cli/small.ts"), command, path], {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data") },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, readMost(child.pid));
  }, 100);
  const [code] = await once(child, "exit");
  clearInterval(look);
  if (code !== 0) throw new Error(`npm run ${command} ended with ${code}.`);
  return [String(Math.round(most / 1024)), ((performance.now() - start) / 1000).toFixed(0)];
}

/** KB, as the system counts them; 0 once the process has ended. */
function readMost(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
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
