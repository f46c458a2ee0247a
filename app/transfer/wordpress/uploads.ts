import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The files of a WordPress site, found by the addresses under which its pages showed them. */
export interface Uploads {
  /** Path of the file below the folder, or null. The original is preferred to the sizes that WordPress made of it. */
  find(address: string): string | null;
  pathOf(name: string): string;
}

export function openUploads(folder: string | null): Uploads {
  const files = folder === null ? [] : listFiles(folder);
  const byName = Map.groupBy(files, (file) => nameKey(file));
  return {
    pathOf: (name) => join(folder ?? "", name),
    find(address) {
      const path = pathOfAddress(address);
      const wanted = [withoutSize(path), path, `${withoutSize(path).replace(/(\.\w+)$/, "-scaled$1")}`];
      for (const one of wanted) {
        const same = byName.get(nameKey(one)) ?? [];
        const best = same.toSorted((a, b) => commonEnd(b, one) - commonEnd(a, one))[0];
        if (best !== undefined) return best;
      }
      return null;
    },
  };
}

/** Path of an address without its query, also behind the picture servers of WordPress.com. */
function pathOfAddress(address: string): string {
  const url = URL.parse(address, "http://site.example");
  if (!url) return "";
  try {
    return decodeURIComponent(url.pathname).normalize("NFC");
  } catch {
    return url.pathname;
  }
}

/** `photo-300x200.jpg` is a size of `photo.jpg`. */
function withoutSize(path: string): string {
  return path.replace(/-\d{1,5}x\d{1,5}(\.\w{1,5})$/, "$1");
}

function nameKey(path: string): string {
  return (path.split("/").at(-1) ?? "").normalize("NFC").toLowerCase();
}

/** How many folders two paths share, counted from their ends. */
function commonEnd(one: string, other: string): number {
  const [a, b] = [one, other].map((path) => path.split("/").reverse());
  let count = 0;
  while (a && b && count < a.length && a[count]?.toLowerCase() === b[count]?.toLowerCase()) count += 1;
  return count;
}

function listFiles(folder: string): string[] {
  const root = resolve(folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}
