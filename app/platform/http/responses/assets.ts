import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type HeaderList, makePage, type PreparedPage, plainBody } from "../cache/page.ts";
import { createSecurityHeaders, type SecurityHeaders } from "../security/security-headers.ts";
import { compress, contentTypeOf, isCompressible } from "./compress.ts";

/** Scripts, styles, fonts and icons of the build, ready to send. */
export interface Assets {
  /**
   * Finds a file by request target, among those read at the start; requests never form file paths.
   */
  find(rawUrl: string): PreparedPage | undefined;
  readonly files: number;
  readonly bytes: number;
}

/** Files in this folder have a content hash in their name. */
const hashedPath = "/assets/";
const immutableCaching = "public, max-age=31536000, immutable";
const dailyCaching = "public, max-age=86400";

/**
 * Reads a build folder into memory, with forms from `precompress`; compresses missing ones in the
 * background.
 */
export async function openAssets(directory: string, publicUrl: URL): Promise<Assets> {
  const security = createSecurityHeaders({ publicUrl, isDevelopment: false });
  const pages = new Map<string, PreparedPage>();
  const uncompressed: string[] = [];
  for (const file of await listFiles(directory)) {
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    const page = await readPage(file, path, security);
    pages.set(path, page);
    if (!page.br && !page.gzip && isCompressible(contentTypeOf(path))) uncompressed.push(path);
  }
  void compressAll(pages, uncompressed);
  return {
    find(rawUrl) {
      const page = pages.get(rawUrl);
      if (page) return page;
      const mark = rawUrl.indexOf("?");
      return mark === -1 ? undefined : pages.get(rawUrl.slice(0, mark));
    },
    files: pages.size,
    get bytes() {
      return [...pages.values()].reduce((sum, page) => sum + page.bytes, 0);
    },
  };
}

/** Lists files with a known type, without hidden ones and source maps. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && contentTypeOf(entry.name) !== null)
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !relative(directory, file)
          .split(sep)
          .some((step) => step.startsWith(".")),
    );
}

async function readPage(file: string, path: string, security: SecurityHeaders): Promise<PreparedPage> {
  const optional = (name: string) => readFile(name).catch(() => null);
  const [body, br, gzip] = await Promise.all([
    readFile(file),
    optional(`${file}.br`),
    optional(`${file}.gz`),
  ]);
  const contentType = contentTypeOf(path) ?? "application/octet-stream";
  const headers: HeaderList = [
    ["content-type", contentType],
    ["cache-control", path.startsWith(hashedPath) ? immutableCaching : dailyCaching],
    ...security.forFile(contentType),
  ];
  return makePage(headers, body, { br, gzip });
}

async function compressAll(pages: Map<string, PreparedPage>, paths: string[]): Promise<void> {
  for (const path of paths) {
    const page = pages.get(path);
    if (!page) continue;
    const body = plainBody(page);
    const forms = await compress(body, { gzip: 6, br: 5 });
    pages.set(path, makePage(page.headers, body, forms, page));
  }
}
