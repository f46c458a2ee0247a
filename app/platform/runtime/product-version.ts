import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads the version of the product in `folder` with its build id, such as "0.1.0+3f9c2a71b0de"; "+sources" without a build. */
export async function readProductVersion(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const build = await readFile(join(folder, "build/stamp"), "utf8").catch(() => "");
  return `${version}+${build.trim() || "sources"}`;
}
