import { readFileSync } from "node:fs";
import { join } from "node:path";
import { markAttribute } from "#app/http/security/security-headers.ts";
import { sheetPrecedence } from "#app/site/seo/head.ts";

/** What is added to a page that React has drawn. */
interface PageParts {
  /** What the loaders have read, as React Router writes it. */
  loaded: string;
  /** The style sheet at an address, UTF-8; null where sheets stay linked, as while they are worked on. */
  readSheet: ((address: string) => Uint8Array) | null;
  /** Addresses of the style sheets that declare letters which a page is seen without. */
  deferredSheets: readonly string[];
  /** Addresses of the scripts that every page stands on, what is imported before what imports it. */
  shared: readonly string[];
  findChunkAlias(address: string): ChunkAlias | null;
}

/** The finished document, UTF-8. */
export function composePage(
  drawn: string,
  { loaded, readSheet, ...scripts }: PageParts,
): Buffer<ArrayBuffer> {
  const begun = readSheet ? deferScripts(drawn, { ...scripts, readSheet }) : drawn;
  const page = `<!DOCTYPE html>${writeHydrationData(begun, loaded)}`;
  return readSheet ? inlineSheets(page, readSheet) : Buffer.from(page);
}

const sheetLink = new RegExp(`<link [^>]*data-precedence="${sheetPrecedence}"[^>]*>`, "g");

/**
 * Puts the sheets that the page and its route name into one style, in their order: on a slow line a further request costs more
 * than its bytes. Their links stay, switched off: so React knows that they are there, and asks for none of them later. Styles
 * are longer than most pages and put in as bytes, so that no text is searched or encoded for them.
 */
function inlineSheets(page: string, readSheet: (address: string) => Uint8Array): Buffer<ArrayBuffer> {
  const headEnd = page.indexOf("</head>");
  const links = page.slice(0, Math.max(headEnd, 0)).match(sheetLink) ?? [];
  const [first] = links;
  if (first === undefined) return Buffer.from(page);
  const place = page.indexOf(first);
  const addresses = links.map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? "");
  const head = page
    .slice(place, headEnd)
    .replace(sheetLink, (link) => link.replace("<link ", '<link disabled="" '));
  return Buffer.concat([
    Buffer.from(`${page.slice(0, place)}<style${markAttribute}>`),
    ...addresses.map(readSheet),
    Buffer.from(`</style>${head}${page.slice(headEnd)}`),
  ]);
}

/** Reads each sheet of a build once. */
export function createSheetReader(client: string): (address: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (address) => {
    const sheet = known.get(address) ?? readFileSync(join(client, address));
    known.set(address, sheet);
    return sheet;
  };
}

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
 * Lets a page be seen before its scripts, and the letters that can wait, are fetched: on a slow line they would take their
 * share from the style and the first letters, and the page reads and works without them. What every page stands on is then evaluated
 * one file after the other, with a breath between, since a phone answers nobody while it evaluates. What React Router wrote to
 * start with stays, only later. Scripts that only point to others are not fetched.
 */
export function deferScripts(page: string, scripts: DeferredParts): string {
  const opening = Math.max(...startTags.map((tag) => page.lastIndexOf(tag)));
  if (opening === -1) return page;
  const [from, to] = [page.indexOf(">", opening) + 1, page.indexOf("</script>", opening)];
  const headEnd = page.indexOf("</head>");
  const head = page.slice(0, headEnd);
  const preloads = [...head.matchAll(preload)].map(
    ([, href = ""]) => scripts.findChunkAlias(href)?.to ?? href,
  );
  const linked = head.replace(withoutScripts, "");
  const deferredSheets = scripts.deferredSheets.filter((address) => !linked.includes(`"${address}"`));
  const begin = writeStart(page.slice(from, to), [...new Set(preloads)], { ...scripts, deferredSheets });
  return head.replace(preload, "") + page.slice(headEnd, from) + begin + page.slice(to);
}

type DeferredParts = Pick<PageParts, "deferredSheets" | "shared" | "findChunkAlias"> & {
  readSheet(address: string): Uint8Array;
};

/** What of a page is for browsers without scripts. */
const withoutScripts = /<noscript>.*?<\/noscript>/g;

/** As React Router writes what it starts with: marked as ours, or not. */
const startTags = [`<script${markAttribute} type="module"`, '<script type="module"'];

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");\n?/gm;
const lastImport = /import\(("[^"]+")\);\s*$/;

/** In a tab that is not looked at nothing is painted; there a second is waited. */
const longestWait = 1000;

/**
 * Calls `go` when the first frame is on the screen. A callback of that frame runs while it is still to be painted: what is asked
 * for then takes its share from the letters, and counts as a part of the first picture wherever loading is measured. Some hardened
 * browsers have no PerformanceObserver.
 */
const whenSeen = [
  'if(window.PerformanceObserver?.supportedEntryTypes?.includes("paint"))',
  'new PerformanceObserver((seen)=>{if(seen.getEntriesByName("first-contentful-paint").length>0)go()})',
  '.observe({type:"paint",buffered:true});',
  "else requestAnimationFrame(()=>setTimeout(go))",
].join("");

function writeStart(
  code: string,
  preloads: readonly string[],
  { deferredSheets, readSheet, shared, findChunkAlias }: DeferredParts,
): string {
  const [, entry = '""'] = lastImport.exec(code) ?? [];
  const entryImport = writeImport(entry, findChunkAlias);
  const imports = [...code.matchAll(staticImport)]
    .map(([, name = "", path = ""]) => ({ name, module: writeImport(path, findChunkAlias) }))
    // What comes in one file with the entry comes with it.
    .filter(({ module }) => module !== entryImport);
  return [
    "const breathe=()=>new Promise((go)=>setTimeout(go));",
    `await new Promise((go)=>{${whenSeen};setTimeout(go,${longestWait})});`,
    ...deferredSheets.flatMap((address) => writeFontFaces(address, readSheet)),
    'const preload=(href)=>document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));',
    `${JSON.stringify(preloads)}.forEach(preload);`,
    `for(const file of ${JSON.stringify(shared)}){await import(file);await breathe()}`,
    `const [${imports.map(({ name }) => name).join()}]=await Promise.all([${imports.map(({ module }) => module).join()}]);`,
    "await breathe();",
    code.replace(staticImport, "").replace(lastImport, `${entryImport};`).trim(),
  ].join("\n");
}

/** The code made from each sheet. */
const writtenFaces = new WeakMap<Uint8Array, string[]>();
const fontFace = /@font-face\s*\{([^}]*)\}/g;
const descriptor = /([\w-]+)\s*:([^;]*)/g;

/**
 * The letters of a sheet as code that declares them, each a line: a browser asks for a file of them as soon as there is something
 * to set in it, without asking for the sheet first. Some hardened browsers can't be told; they set it in their own letters.
 * @throws when the sheet declares none
 */
function writeFontFaces(address: string, readSheet: (address: string) => Uint8Array): string[] {
  const sheet = readSheet(address);
  const known = writtenFaces.get(sheet);
  if (known) return known;
  const rules = [...Buffer.from(sheet).toString().matchAll(fontFace)];
  if (rules.length === 0) throw new Error(`${address} declares no letters.`);
  const lines = rules.map(([, rule = ""]) => {
    const said = new Map(
      [...rule.matchAll(descriptor)].map(([, name = "", value = ""]) => [name, value.trim()]),
    );
    const family = (said.get("font-family") ?? "").replace(/^(["'])(.*)\1$/, "$2");
    const descriptors = {
      weight: said.get("font-weight"),
      display: said.get("font-display"),
      unicodeRange: said.get("unicode-range"),
    };
    const written = [family, said.get("src"), descriptors].map((part) => JSON.stringify(part)).join();
    return `window.FontFace&&document.fonts?.add(new FontFace(${written}));`;
  });
  writtenFaces.set(sheet, lines);
  return lines;
}

/** @param quoted the address as React Router wrote it, in double quotes */
function writeImport(quoted: string, findChunkAlias: (address: string) => ChunkAlias | null): string {
  const alias = findChunkAlias(quoted.slice(1, -1));
  if (!alias) return `import(${quoted})`;
  const names = Object.entries(alias.names).map(([here, there]) => `${here}:m.${there}`);
  if (names.length === 0) return `import("${alias.to}")`;
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

/**
 * What of a finished page is not as `composePage` makes it out of what React and React Router write today: each a sentence.
 * The build asks, so that an upgrade that writes otherwise is noticed there and not by visitors, for whom a page would only
 * come slower or stay without scripts.
 */
export function findUnexpected(page: string): string[] {
  const scripts = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
  const starts = scripts.filter(([, attributes = ""]) => /\btype="?module/.test(attributes));
  const start = starts[0]?.[2] ?? "";
  const others = scripts.flatMap(([, attributes = "", code = ""]) =>
    attributes.includes("module") ? [] : [code],
  );
  const data = others.findIndex((code) => code.includes("streamController = controller"));
  const handedOver = others.findIndex((code) =>
    code.startsWith("window.__reactRouterContext.streamController.enqueue("),
  );
  return [
    starts.length === 1 ||
      `There are ${starts.length} scripts of type module instead of the one that starts React Router.`,
    start.includes("\nawait new Promise(") || "The start of the scripts does not wait for the first frame.",
    !/(^|[;\n])\s*import\s*[\w{*"']/.test(start) ||
      "A static import is left, which is fetched before the first frame.",
    !/<link[^>]*modulepreload/.test(page) || "A link to preload a script is left in the head.",
    /^for\(const file of \["[^"]+\/site-[^"]+"\]\)/m.test(
      start.replace(/"[^"]+\/rolldown-runtime-[^"]+",/g, ""),
    ) || "React, the router and the site do not come in one file that is evaluated by itself.",
    /^const \[\w+(,\w+)+\]=await Promise\.all\(\[import\(/m.test(start) ||
      "The modules of the page are not imported together.",
    /window\.__reactRouterRouteModules = \{"root":route0,.*\};\s+import\("[^"]+\/manifest-[^"]+-site\.js"\);$/.test(
      start,
    ) ||
      "React Router does not start as it did: with its route modules, then its list of pages and its entry.",
    (data !== -1 && data < handedOver) ||
      "What the loaders have read is not handed over through the stream's controller.",
    (/<style[^>]*>@layer/.test(page) &&
      !/<link (?!disabled)[^>]*stylesheet/.test(page.replace(withoutScripts, ""))) ||
      "The style sheets are not put into their place.",
  ].filter((said) => said !== true);
}
