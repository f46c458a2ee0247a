import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { decodeName, pictureName } from "./facts.ts";
import type { SourceItem } from "./source-item.ts";

/** The files that came with an export, to match pictures in its texts. */
export interface KnownFiles {
  /** Reason why a picture is not among them; empty if it may be. */
  whyMissing(address: string): string;
  /** Keys of the files that a former address may refer to, most exact first; none for another host. */
  keysOfAddress(address: string): string[];
  /** Keys of a file by its path below the uploads folder. */
  keysOfFile(file: string): string[];
}

/** Parts of a former site that determine the addresses of its files. */
export interface FileSite {
  system: "WordPress" | "Ghost";
  urls: readonly string[];
  items: readonly Pick<SourceItem, "type" | "attachmentUrl" | "meta">[];
}

/** @param hosts of the former site and its files */
export function listKnownFiles(
  folder: string | null,
  hosts: ReadonlySet<string>,
  site: FileSite,
): KnownFiles {
  const paths = folder === null ? [] : listPaths(folder);
  const isFlat = paths.length > 0 && paths.every((path) => !path.includes("/"));
  const bases = site.system === "WordPress" ? basesOf(site) : null;
  const foldersByName = bases && isFlat ? foldersOfAttachments(site, bases) : new Map<string, Set<string>>();
  const names = new Set(paths.map(pictureName));
  const counts = new Map<string, number>();
  for (const path of paths) for (const key of keysOfFile(path)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isElsewhere = (address: string) => {
    const { host, pathname } = URL.parse(address, "https://site.invalid") ?? new URL("https://site.invalid");
    const isProxied = /^i\d\.wp\.com$/.test(host);
    return host !== "site.invalid" && !hosts.has(isProxied ? (pathname.split("/")[1] ?? "") : host);
  };
  const keysOfAddress = (address: string) => {
    if (isElsewhere(address)) return [];
    const name = pictureName(address);
    const folders = foldersIn(address, bases);
    const hasOneFolder = (foldersByName.get(name)?.size ?? 0) < 2;
    const isInFlat = isFlat && folders.length > 0 && hasOneFolder;
    return [
      ...folders.filter((one) => one !== "" || hasOneFolder).map((one) => exactKey(one, name)),
      ...folders.filter((one) => one !== "").map((one) => endKey(one, name)),
      ...(address.includes("/") || !hasOneFolder ? [] : [`name ${name}`]),
      ...(isInFlat ? [`flat ${name}`] : []),
    ];
  };
  return {
    keysOfAddress,
    keysOfFile,
    whyMissing(address) {
      if (isElsewhere(address)) return "on other hosts";
      if (!names.has(pictureName(address))) return "not among the files of the export";
      const key = keysOfAddress(address).find((one) => counts.has(one));
      if (key === undefined) return "in another folder than the file of this name";
      return (counts.get(key) ?? 0) > 1 ? "in a folder that the address does not tell" : "";
    },
  };
}

function exactKey(folder: string, name: string): string {
  return `file ${folder}/${name}`;
}

function endKey(folder: string, name: string): string {
  return `end ${folder}/${name}`;
}

/** Keys by path, by each end of the path, and by name. */
function keysOfFile(file: string): string[] {
  const folder = folderOf(stripKnown(pathIn(file)));
  const name = pictureName(file);
  const steps = folder.split("/");
  return [
    exactKey(folder, name),
    ...steps.slice(1).map((_, at) => endKey(steps.slice(at + 1).join("/"), name)),
    `name ${name}`,
    ...(file.includes("/") ? [] : [`flat ${name}`]),
  ];
}

function folderOf(path: string): string {
  return path.replace(/\/?[^/]*$/, "");
}

/** Removes the usual uploads folder, which may have been copied as well, and Ghost's size folders. */
function stripKnown(path: string): string {
  return path
    .toLowerCase()
    .replace(/^\/+/, "")
    .replace(/^(?:.*?\/)?(?:wp-content\/uploads|content\/(?:images|files|media))\/|^(?:uploads|images)\//, "")
    .replace(/^(?:size\/[wh\d]+\/)?(?:format\/\w+\/)?/, "");
}

/** Folders below the uploads folder that an address may refer to. @param bases null for a site of Ghost */
function foldersIn(address: string, bases: ReadonlySet<string> | null): string[] {
  const isPath = !/^(?:https?:)?\/\//i.test(address);
  const place = placeOf(address);
  if (bases === null || (isPath && !address.startsWith("/"))) return [folderOf(stripKnown(pathIn(address)))];
  const [, other] = /^\/+(wp-content\/(?!uploads\/).*)\/[^/]*$/i.exec(pathIn(address)) ?? [];
  if (other !== undefined) return [other.toLowerCase()];
  const start = isPath ? "" : place.slice(0, Math.max(0, place.indexOf("/")));
  const steps = place.slice(start.length).split("/");
  return steps.slice(1).flatMap((_, at) => {
    const base = `${steps.slice(0, at + 1).join("/")}/`;
    if (!bases.has(`${start}${base}`)) return [];
    const folder = folderOf(steps.slice(at + 1).join("/"));
    const subsite = /sites\/\d+(?=\/$)/.exec(base)?.[0];
    return subsite === undefined ? [folder] : [`${subsite}/${folder}`.replace(/\/$/, ""), folder];
  });
}

/** Host and path of an address, in the form of `basesOf`. */
function placeOf(address: string): string {
  return decodeName(address.split(/[?#]/)[0] ?? "")
    .toLowerCase()
    .replace(/^(?:https?:)?\/\/(?:i\d\.wp\.com\/)?(?:www\.)?/, "")
    .replace(/\/{2,}/g, "/");
}

function pathIn(address: string): string {
  return decodeName(address.replace(/^(?:https?:)?\/\/[^/]+/i, "").split(/[?#]/)[0] ?? "");
}

/** Uploads folders of a site, with and without host: those of its attachments, and the usual one. */
function basesOf({ urls, items }: FileSite): Set<string> {
  const own = new Set<string>();
  const unusual: string[] = [];
  for (const { type, attachmentUrl, meta } of items) {
    if (type !== "attachment" || attachmentUrl === "") continue;
    const place = placeOf(attachmentUrl);
    const file = meta
      .findLast(([key]) => key === "_wp_attached_file")?.[1]
      .toLowerCase()
      .normalize("NFC");
    const [usual] = /^.*?\/wp-content\/uploads\/(?:sites\/\d+\/)?/.exec(place) ?? [];
    const dated = usual ?? /^.*?\/(?=\d{4}\/\d\d\/[^/]*$)/.exec(place)?.[0];
    if (file && place.endsWith(`/${file}`)) own.add(place.slice(0, -file.length));
    else if (dated !== undefined) own.add(dated);
    else unusual.push(place);
  }
  for (const [, places] of Map.groupBy(unusual, (place) => place.split("/")[0]))
    own.add(places.reduce(sharedStart).replace(/[^/]*$/, ""));
  const subsites = new Set([...own].flatMap((base) => /sites\/\d+\/$/.exec(base)?.[0] ?? []));
  const usual = urls.map((url) => `${placeOf(url).replace(/\/+$/, "")}/wp-content/uploads/`);
  const ends = subsites.size === 0 ? [""] : [...subsites];
  const bases = [...own, ...usual.flatMap((base) => ends.map((end) => `${base}${end}`))];
  return new Set(bases.flatMap((base) => [base, base.slice(base.indexOf("/"))]));
}

function sharedStart(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  return one.slice(0, end);
}

/** Folders of attachments by file name. */
function foldersOfAttachments({ items }: FileSite, bases: ReadonlySet<string>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { type, attachmentUrl } of items) {
    if (type !== "attachment" || attachmentUrl === "") continue;
    const [folder = ""] = foldersIn(attachmentUrl, bases);
    const name = pictureName(attachmentUrl);
    folders.set(name, (folders.get(name) ?? new Set()).add(folder));
  }
  return folders;
}

function listPaths(folder: string): string[] {
  const root = resolve(folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/").normalize("NFC"),
    );
}
