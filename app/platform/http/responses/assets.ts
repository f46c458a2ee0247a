import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { type HeaderList, makePage, type PreparedPage, plainBody } from "../cache/page.ts";
import { createSecurityHeaders } from "../security/security-headers.ts";
import { compress, contentTypeOf, isCompressible, listBuildFiles } from "./compress.ts";

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
 * Reads a build folder into memory, with forms from `precompress`; compresses missing ones in the background. Reads
 * synchronously, which takes a third of the time for hundreds of small files.
 */
export function openAssets(directory: string, publicUrl: URL): Assets {
  const security = createSecurityHeaders({ publicUrl, isDevelopment: false });
  const pages = new Map<string, PreparedPage>();
  const uncompressed: string[] = [];
  const all = listBuildFiles(directory);
  const read = (file: string) => (all.has(file) ? readFileSync(file) : null);
  for (const file of all) {
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    const contentType = contentTypeOf(path);
    if (contentType === null) continue;
    const headers: HeaderList = [
      ["content-type", contentType],
      ["cache-control", path.startsWith(hashedPath) ? immutableCaching : dailyCaching],
      ...security.forFile(contentType),
    ];
    const page = makePage(headers, readFileSync(file), { br: read(`${file}.br`), gzip: read(`${file}.gz`) });
    pages.set(path, page);
    if (!page.br && !page.gzip && isCompressible(contentType)) uncompressed.push(path);
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

async function compressAll(pages: Map<string, PreparedPage>, paths: string[]): Promise<void> {
  for (const path of paths) {
    const page = pages.get(path);
    if (!page) continue;
    const body = plainBody(page);
    const forms = await compress(body, { gzip: 6, br: 5 });
    pages.set(path, makePage(page.headers, body, forms, page));
  }
}
