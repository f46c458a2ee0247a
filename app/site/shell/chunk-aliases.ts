import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A script that holds nothing itself: what it exports lies in another, there by other names. */
export interface ChunkAlias {
  /** Address of the script that holds it. */
  to: string;
  /** Exported name to the name it has there. */
  names: Record<string, string>;
}

/** Finds out, once for each script of a build, whether it is only a signpost; the browser is then spared the way there. */
export function createChunkAliases(client: string): (address: string) => ChunkAlias | null {
  const known = new Map<string, ChunkAlias | null>();
  return (address) => {
    const found = known.get(address);
    if (found !== undefined) return found;
    const signpost = parseChunkAlias(readScript(client, address), address);
    known.set(address, signpost);
    return signpost;
  };
}

const onlyExport = /^export\{([\w$, ]+)\}from"\.\/([^"]+)";?\s*$/;

export function parseChunkAlias(script: string, address: string): ChunkAlias | null {
  const [, list = "", file] = onlyExport.exec(script) ?? [];
  if (file === undefined) return null;
  const pairs = list.split(",").map((part) => part.trim().split(" as "));
  const names = Object.fromEntries(pairs.map(([there = "", here = there]) => [here, there]));
  return { to: address.slice(0, address.lastIndexOf("/") + 1) + file, names };
}

function readScript(client: string, address: string): string {
  try {
    return readFileSync(join(client, address), "utf8");
  } catch {
    return "";
  }
}
