import { createReadStream } from "node:fs";
import { SaxesParser } from "saxes";
import { NotImportable } from "../problem.ts";
import type { XmlElement } from "./xml-element.ts";

/** Largest element kept at once; an export holds each post in one. */
const mostCharacters = 50_000_000;
const deepest = 30;

/** Characters that XML 1.0 can't hold, which WordPress writes all the same. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const stray = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Reads an XML file piece by piece and hands over each element that stands right below `parent`, when it is complete.
 * Entities of its own are never resolved. Answers how many characters had to be left out; throws NotImportable for what is no XML.
 */
export async function readXml(
  path: string,
  file: string,
  parent: string,
  take: (element: XmlElement) => void,
): Promise<{ strayCharacters: number }> {
  const parser = openParser(file, parent, take);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let strayCharacters = 0;
  const feed = (text: string) => {
    parser.write(
      text.replace(stray, () => {
        strayCharacters += 1;
        return "";
      }),
    );
  };
  for await (const chunk of createReadStream(path)) feed(decode(decoder, chunk, file));
  feed(decode(decoder, undefined, file));
  parser.close();
  return { strayCharacters };
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, file: string): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw refuse(file, null, "This file is not UTF-8 text; export it anew");
  }
}

function openParser(file: string, parent: string, take: (element: XmlElement) => void) {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const stack: XmlElement[] = [];
  let size = 0;
  const fail = (message: string) => {
    throw refuse(file, parser.line, message);
  };
  const addText = (text: string) => {
    const element = stack.at(-1);
    if (element && stack.length > 2) element.text += text;
    size += text.length;
    if (size > mostCharacters) fail("One entry of this export is too large to be read");
  };
  parser.on("error", (error) => fail(`This is not proper XML: ${error.message.replace(/^\d+:\d+: /, "")}`));
  parser.on("doctype", () => fail("An export has no document type of its own; this file is not one"));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name, attributes }) => {
    if (stack.length >= deepest) fail("This is nested too deeply for an export");
    const element: XmlElement = { name, attributes, children: [], text: "" };
    if (stack.length > 2) stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on("closetag", () => {
    const element = stack.pop();
    if (!element || stack.length !== 2 || stack.at(-1)?.name !== parent) return;
    take(element);
    size = 0;
  });
  return parser;
}

function refuse(file: string, line: number | null, message: string): NotImportable {
  return new NotImportable([{ file, line, field: "", message }]);
}
