import { execFileSync } from "node:child_process";

/** Changed lines by path, as ranges from 1 with both ends included. */
export type ChangedLines = Map<string, [first: number, last: number][]>;

/**
 * Lists the lines of the working tree that differ from a commit; a renamed file counts only where its text changed.
 * Returns null without git or without that commit.
 */
export function findChangedLines(folder: string, base: string): ChangedLines | null {
  const git = (...parts: string[]) =>
    execFileSync("git", ["-c", "core.quotePath=false", ...parts], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1024 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    git("cat-file", "-e", `${base}^{commit}`);
  } catch {
    return null;
  }
  const changed = parseDiff(
    git(
      "diff",
      "-U0",
      "--find-renames",
      "-l0",
      "--no-color",
      "--no-ext-diff",
      "--src-prefix=a/",
      "--dst-prefix=b/",
      base,
    ),
  );
  for (const path of git("ls-files", "--others", "--exclude-standard", "-z").split("\0"))
    if (path !== "") changed.set(path, [[1, Number.MAX_SAFE_INTEGER]]);
  return changed;
}

function parseDiff(diff: string): ChangedLines {
  const changed: ChangedLines = new Map();
  let ranges: [number, number][] = [];
  for (const line of diff.split("\n")) {
    const path = /^\+\+\+ b\/(.*?)\t?$/.exec(line)?.[1];
    if (path !== undefined) {
      ranges = [];
      changed.set(path, ranges);
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    const [first, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    if (count > 0) ranges.push([first, first + count - 1]);
  }
  return changed;
}
