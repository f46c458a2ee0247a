import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { decodeName, pictureName } from "./facts.ts";

/** The files that came with an export, as far as pictures of its texts can be found among them. */
export interface KnownFiles {
  /** Why the picture at an address can't be among them; empty where it could. */
  whyMissing(address: string): string;
}

/** @param hosts of the former site and its files */
export function listKnownFiles(folder: string | null, hosts: ReadonlySet<string>): KnownFiles {
  const paths = folder === null ? [] : listPaths(folder);
  const byName = Map.groupBy(paths, pictureName);
  const isFlat = paths.every((path) => !path.includes("/"));
  return {
    whyMissing(address) {
      const url = URL.parse(address, "https://site.invalid");
      const isProxied = /^i\d\.wp\.com$/.test(url?.host ?? "");
      if (url && url.host !== "site.invalid" && !isProxied && !hosts.has(url.host)) return "on other hosts";
      const named = byName.get(pictureName(address)) ?? [];
      if (named.length === 0) return "not among the files that came with the export";
      const folderOf = foldersOf(address);
      const isThere = isFlat || named.some((path) => isSameFolder(foldersOf(path), folderOf));
      return isThere ? "" : "in another folder than the file of this name";
    },
  };
}

/** Folders below the uploads; the sizes of Ghost are no folders. */
function foldersOf(address: string): string {
  const path = decodeName(address.replace(/^https?:\/\/[^/]+/i, "").split(/[?#]/)[0] ?? "");
  return path
    .replace(/^.*?(?:wp-content\/uploads|content\/(?:images|files|media))\//i, "")
    .replace(/^(?:uploads|images)\//i, "")
    .replace(/^(?:size\/[wh\d]+\/)?(?:format\/\w+\/)?/, "")
    .replace(/[^/]*$/, "")
    .replace(/^\/+|\/+$/g, "")
    .toLowerCase();
}

function isSameFolder(one: string, other: string): boolean {
  if (one === "" || other === "") return one === other || other === "";
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function listPaths(folder: string): string[] {
  const root = resolve(folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/").normalize("NFC"),
    );
}
