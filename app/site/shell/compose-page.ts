import { markAttribute } from "#app/http/security/script-mark.ts";
import type { ChunkAlias } from "./chunk-aliases.ts";
import { deferScripts } from "./deferred-scripts.ts";
import { writeHydrationData } from "./hydration-data.ts";

/** What is added to a page that React has drawn. */
interface PageParts {
  /** What the loaders have read, as React Router writes it. */
  loaded: string;
  /** The style sheet, UTF-8; null where it is linked. */
  sheet: Uint8Array | null;
  findSignpost(address: string): ChunkAlias | null;
}

/** The finished document, UTF-8. The style, longer than most pages, is put in as bytes, so that no text is searched or encoded for it. */
export function composePage(drawn: string, { loaded, sheet, findSignpost }: PageParts): Buffer<ArrayBuffer> {
  const page = `<!DOCTYPE html>${writeHydrationData(sheet ? deferScripts(drawn, findSignpost) : drawn, loaded)}`;
  const place = sheet ? page.indexOf(emptyStyle) : -1;
  if (!sheet || place === -1) return Buffer.from(page);
  const middle = place + emptyStyle.length - "</style>".length;
  return Buffer.concat([Buffer.from(page.slice(0, middle)), sheet, Buffer.from(page.slice(middle))]);
}

const emptyStyle = `<style${markAttribute}></style>`;
