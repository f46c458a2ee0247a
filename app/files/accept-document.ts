import type { AcceptedFile } from "./accepted-file.ts";
import { documentName } from "./document.ts";
import { countPages, findName, namePattern, readPackedObjects } from "./pdf-objects.ts";
import { refuseFile } from "./refuse-file.ts";

export const mostDocumentBytes = 10_000_000;

/**
 * Looks through a PDF that is to be kept as it is. Throws a Refusal in words for what is none, broken, locked, or carries
 * programs or other files. It is only ever given as a download, so what hides better than this can run nowhere on our pages.
 */
export async function acceptDocument(bytes: Uint8Array): Promise<AcceptedFile> {
  if (bytes.byteLength > mostDocumentBytes)
    throw refuseFile("This file is too large: at most 10 MB can be taken.");
  // One character for each byte.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  checkFrame(text);
  if ((await findName(text, locks)) !== null)
    throw refuseFile("This PDF is locked, so it can't be looked through; save it without a password.");
  const objects = [text, ...(await readPackedObjects(text))];
  for (const one of objects) {
    const name = await findName(one, guarded);
    if (name !== null) throw refuseFile(`${forbidden.get(name)} Print it to a new PDF and take that.`);
  }
  return {
    type: "application/pdf",
    width: 0,
    height: 0,
    placeholder: "",
    pages: countPages(objects),
    files: [{ name: documentName, bytes }],
  };
}

export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";
}

const forbidden = new Map([
  ["JavaScript", "This PDF carries a program (JavaScript)."],
  ["Launch", "This PDF starts other programs."],
  ["Rendition", "This PDF plays films or programs."],
  ["SubmitForm", "This PDF sends what is typed into it to others."],
  ["ImportData", "This PDF reads other files."],
  ["GoToE", "This PDF has other files inside."],
  ["EmbeddedFile", "This PDF has other files inside."],
  ["EmbeddedFiles", "This PDF has other files inside."],
  ["EF", "This PDF has other files inside."],
  ["RichMedia", "This PDF plays films or programs."],
  ["XFA", "This PDF is a form that only some programs can show."],
]);

const locks = namePattern("Encrypt");
const guarded = namePattern(...forbidden.keys());

/** Begins as a PDF, not somewhere behind other bytes, and ends as one, so that it is nothing else at the same time. */
function checkFrame(text: string): void {
  if (!/^%PDF-[12]\.\d/.test(text)) throw refuseFile("This file is not a PDF we know.");
  const end = text.lastIndexOf("%%EOF");
  if (end === -1 || !text.includes("startxref"))
    throw refuseFile("This PDF is broken or incomplete; save it anew.");
  if (/[^\s\0]/.test(text.slice(end + 5)))
    throw refuseFile("This PDF has something behind its end. Print it to a new PDF and take that.");
}
