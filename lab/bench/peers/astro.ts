import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type DefaultTreeAdapterTypes, parse, serialize } from "parse5";
import { chromium } from "playwright-core";
import { chromiumArguments, needChromium } from "../../../tests/support/chromium.ts";
import { startSite } from "../../../tests/support/site.ts";
import { sitePaths } from "../memory.ts";
import { copyPeer, installPeer, runPeer } from "./peer-folder.ts";
import { type VisitCost, visitInTurn } from "./visits.ts";

const rounds = 7;

/** Measures a post and the same page as a static Astro site, in turn. */
export async function measureAstro(): Promise<{ ours: VisitCost; astro: VisitCost }> {
  await using site = await startSite({ env: { BACKUP_EVERY: "off" }, copiesSample: true });
  const path = (await sitePaths(site.url)).find((address) => address.startsWith("/blog/"));
  if (!path) throw new Error("The sample content has no post.");
  const folder = copyPeer("astro", join(import.meta.dirname, "astro"));
  try {
    await writePage(folder, site.url + path);
    await installPeer(folder);
    await runPeer(folder, "npx", ["astro", "build"]);
    await using peer = await serveFolder(join(folder, "dist"));
    const [ours, astro] = await visitInTurn([site.url + path, `${peer.url}/`], rounds);
    if (!ours || !astro) throw new Error("A page was not measured.");
    return { ours, astro };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the content of a page, its style sheets and its files into the Astro project. */
async function writePage(folder: string, url: string): Promise<void> {
  const document = parse(await (await fetch(url)).text());
  const root = childOf(document, "html");
  const [head, body] = [childOf(root, "head"), childOf(root, "body")];
  const css = [...takeOut(root, ({ tagName }) => tagName === "style")].map((style) => serialize(style));
  takeOut(root, ({ tagName, attrs }) => tagName === "script" && !isData(attrs));
  takeOut(root, ({ attrs }) => attributeOf(attrs, "rel") === "modulepreload");
  takeOut(root, ({ attrs }) => attributeOf(attrs, "class") === "splash");
  writeFileSync(join(folder, "src/page.css"), css.join("\n"));
  const page = {
    html: Object.fromEntries(root.attrs.map(({ name, value }) => [name, value])),
    head: serialize(head),
    body: serialize(body),
    bodyAttributes: Object.fromEntries(body.attrs.map(({ name, value }) => [name, value])),
  };
  writeFileSync(join(folder, "src/page.json"), JSON.stringify(page));
  for (const file of await requestedFiles(url)) {
    const target = join(folder, "public", decodeURIComponent(new URL(file).pathname));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, Buffer.from(await (await fetch(file)).arrayBuffer()));
  }
}

/** Addresses of fonts, pictures, linked sheets and other files that a phone requests for the page. */
async function requestedFiles(url: string): Promise<ReadonlySet<string>> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  try {
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    });
    const files = new Set<string>();
    page.on("requestfinished", (request) => {
      const isFile = ["font", "image", "stylesheet", "manifest", "other"].includes(request.resourceType());
      if (isFile && new URL(request.url()).origin === new URL(url).origin) files.add(request.url());
    });
    await page.goto(url, { waitUntil: "networkidle" });
    return files;
  } finally {
    await browser.close();
  }
}

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.Document | Element;

const isElement = (node: DefaultTreeAdapterTypes.ChildNode): node is Element => "tagName" in node;

function childOf(parent: Parent, name: string): Element {
  const child = parent.childNodes.filter(isElement).find(({ tagName }) => tagName === name);
  if (!child) throw new Error(`The page has no <${name}>.`);
  return child;
}

/** Removes the chosen elements from the page and returns them. */
function takeOut(parent: Parent, isChosen: (element: Element) => boolean): Element[] {
  const taken = parent.childNodes.filter(isElement).filter(isChosen);
  parent.childNodes = parent.childNodes.filter((node) => !isElement(node) || !isChosen(node));
  return [...taken, ...parent.childNodes.filter(isElement).flatMap((child) => takeOut(child, isChosen))];
}

const attributeOf = (attrs: Element["attrs"], wanted: string) =>
  attrs.find(({ name }) => name === wanted)?.value;

const isData = (attrs: Element["attrs"]) => attributeOf(attrs, "type")?.includes("json") ?? false;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".png": "image/png",
};

/** Serves a folder from memory over HTTP/1.1, with Brotli prepared as in our page cache. */
async function serveFolder(folder: string) {
  const files = new Map<string, { type: string; body: Buffer; br: Buffer | null }>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const type = types[extname(file)] ?? "application/octet-stream";
    const body = readFileSync(file);
    const br = /^text|json|svg/.test(type) ? brotliCompressSync(body) : null;
    files.set(`/${relative(folder, file)}`.replace(/\/index\.html$/, "/"), { type, body, br });
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = files.get(path);
    if (!file) return void response.writeHead(404).end();
    const body = file.br ?? file.body;
    response.writeHead(200, {
      "content-type": file.type,
      "content-length": body.length,
      ...(file.br ? { "content-encoding": "br" } : {}),
      "cache-control": path.endsWith("/") ? "no-cache" : "public, max-age=31536000, immutable",
    });
    response.end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
