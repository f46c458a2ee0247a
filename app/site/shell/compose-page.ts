import { readFileSync } from "node:fs";
import { join } from "node:path";
import { markAttribute } from "#app/platform/http/security/security-headers.ts";
import { sheetPrecedence } from "#app/site/seo/head.ts";

const sheetLink = new RegExp(`<link [^>]*data-precedence="${sheetPrecedence}"[^>]*>`, "g");

/**
 * Composes the UTF-8 document of a page with inlined style sheets, which save requests on slow connections. Navigation
 * reads the address of each from `data-sheet`.
 * @param readSheet null to keep the links, as in development
 */
export function composePage(
  drawn: string,
  readSheet: ((address: string) => Uint8Array) | null,
): Uint8Array<ArrayBuffer> {
  const page = `<!DOCTYPE html>${drawn}`;
  if (!readSheet) return Buffer.from(page);
  const parts: Uint8Array[] = [];
  let done = 0;
  const head = page.slice(0, page.indexOf("</head>"));
  for (const link of head.matchAll(sheetLink)) {
    const address = /href="([^"]+)"/.exec(link[0])?.[1] ?? "";
    const opening = `<style data-sheet="${address}"${markAttribute}>`;
    parts.push(Buffer.from(page.slice(done, link.index) + opening), readSheet(address), closingStyle);
    done = link.index + link[0].length;
  }
  return Buffer.concat([...parts, Buffer.from(page.slice(done))]);
}

const closingStyle = Buffer.from("</style>");

/** Reads each style sheet of a build once. */
export function createSheetReader(client: string): (address: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (address) => {
    const sheet = known.get(address) ?? readFileSync(join(client, address));
    known.set(address, sheet);
    return sheet;
  };
}
