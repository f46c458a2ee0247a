import { readFileSync } from "node:fs";
import { join } from "node:path";
import { markAttribute } from "#app/http/security/content-security.ts";

/** What is added to a page that React has drawn. */
interface PageParts {
  /** What the loaders have read, as React Router writes it. */
  loaded: string;
  /** The style sheet, UTF-8; null where it is linked. */
  sheet: Uint8Array | null;
  findChunkAlias(address: string): ChunkAlias | null;
}

/** The finished document, UTF-8. The style, longer than most pages, is put in as bytes, so that no text is searched or encoded for it. */
export function composePage(
  drawn: string,
  { loaded, sheet, findChunkAlias }: PageParts,
): Buffer<ArrayBuffer> {
  const page = `<!DOCTYPE html>${writeHydrationData(sheet ? deferScripts(drawn, findChunkAlias) : drawn, loaded)}`;
  const place = sheet ? page.indexOf(emptyStyle) : -1;
  if (!sheet || place === -1) return Buffer.from(page);
  const middle = place + emptyStyle.length - "</style>".length;
  return Buffer.concat([Buffer.from(page.slice(0, middle)), sheet, Buffer.from(page.slice(middle))]);
}

const emptyStyle = `<style${markAttribute}></style>`;

/** A script that holds nothing itself: what it exports lies in another, there by other names. */
export interface ChunkAlias {
  /** Address of the script that holds it. */
  to: string;
  /** Exported name to the name it has there. */
  names: Record<string, string>;
}

/** Finds out, once for each script of a build, whether it is only an alias; the browser is then spared the way there. */
export function createChunkAliases(client: string): (address: string) => ChunkAlias | null {
  const known = new Map<string, ChunkAlias | null>();
  return (address) => {
    const found = known.get(address);
    if (found !== undefined) return found;
    const alias = parseChunkAlias(readScript(client, address), address);
    known.set(address, alias);
    return alias;
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

/**
 * Lets a page be seen before its scripts are fetched: on a slow line they would take their share from the style and the
 * letters, and the page reads and works without them. What React Router wrote to start with stays, only later. Scripts
 * that only point to others are not fetched.
 */
export function deferScripts(page: string, findChunkAlias: (address: string) => ChunkAlias | null): string {
  const opening = Math.max(...startTags.map((tag) => page.lastIndexOf(tag)));
  if (opening === -1) return page;
  const [from, to] = [page.indexOf(">", opening) + 1, page.indexOf("</script>", opening)];
  const headEnd = page.indexOf("</head>");
  const head = page.slice(0, headEnd);
  const preloads = [...head.matchAll(preload)].map(([, href = ""]) => findChunkAlias(href)?.to ?? href);
  const begin = writeStart(page.slice(from, to), [...new Set(preloads)], findChunkAlias);
  return head.replace(preload, "") + page.slice(headEnd, from) + begin + page.slice(to);
}

/** As React Router writes what it starts with: marked as ours, or not. */
const startTags = [`<script${markAttribute} type="module"`, '<script type="module"'];

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");\n?/gm;

/** In a tab that is not looked at nothing is painted; there a second is waited. */
const longestWait = 1000;

function writeStart(
  code: string,
  preloads: readonly string[],
  findChunkAlias: (address: string) => ChunkAlias | null,
): string {
  const imports = [...code.matchAll(staticImport)];
  const names = imports.map(([, name = ""]) => name).join();
  const modules = imports.map(([, , path = ""]) => writeImport(path, findChunkAlias)).join();
  return [
    `await new Promise((go)=>{requestAnimationFrame(()=>setTimeout(go));setTimeout(go,${longestWait})});`,
    `for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${names}]=await Promise.all([${modules}]);`,
    code.replace(staticImport, "").trim(),
  ].join("\n");
}

/** @param quoted the address as React Router wrote it, in double quotes */
function writeImport(quoted: string, findChunkAlias: (address: string) => ChunkAlias | null): string {
  const alias = findChunkAlias(quoted.slice(1, -1));
  if (!alias) return `import(${quoted})`;
  const names = Object.entries(alias.names).map(([here, there]) => `${here}:m.${there}`);
  return `import("${alias.to}").then((m)=>({${names.join()}}))`;
}

const controller = "window.__reactRouterContext.streamController";

/** Hands what the loaders have read over to React Router in the browser, as its own streaming would. */
export function writeHydrationData(page: string, loaded: string): string {
  const end = page.lastIndexOf("</body>");
  const script = `<script${markAttribute}>${controller}.enqueue(${writeForScript(loaded)});${controller}.close();</script>`;
  return page.slice(0, end) + script + page.slice(end);
}

/** A text as JavaScript that no HTML parser mistakes for its own. */
function writeForScript(text: string): string {
  return JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
