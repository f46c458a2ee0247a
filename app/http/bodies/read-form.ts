import { DomainError } from "#app/platform/domain-error.ts";
import {
  BrokenForm,
  EndedEarly,
  type FormPart,
  readMultipart,
  readPartText,
  TooManyParts,
} from "./multipart.ts";
import { holdsNul, refuseNul } from "./request-body.ts";

/** How much a form may hold; nothing beyond it is read, let alone taken apart. */
export interface FormBounds {
  /** Of the body; of its texts alone where a form brings a file. */
  bytes: number;
  fields: number;
  /** Of the one file a form may bring; without it, none. */
  fileBytes?: number;
}

/** What anybody may send: the longest message in Bangla, each letter as nine characters, fits twice. */
export const publicForm: FormBounds = { bytes: 100_000, fields: 200 };

/** What signed-in staff may send: an entry with all its lists, or the ticks of a long list. */
export const staffForm: FormBounds = { bytes: 1_000_000, fields: 5_000, fileBytes: 3_000_000 };

/**
 * The one way to read a form, to be asked after origin and person: bytes and fields are counted while they come in. A body
 * that is no form is read as an empty one, for the form's own checks to refuse. Throws a DomainError ("too-large",
 * "malformed", "invalid").
 */
export async function readForm(request: Request, bounds: FormBounds): Promise<FormData> {
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const form = new FormData();
  if (type.startsWith("application/x-www-form-urlencoded")) await readEncoded(request, bounds, form);
  else if (type.startsWith("multipart/form-data")) await readParts(request, bounds, form);
  for (const [name, value] of form)
    if (holdsNul(name) || holdsNul(typeof value === "string" ? value : value.name)) throw refuseNul(name);
  return form;
}

/**
 * The whole body, counted because a chunked one doesn't say how long it will be. Throws a DomainError ("too-large").
 * @param judge sees each piece as it comes and may throw
 */
export async function readBytes(
  request: Request,
  most: number,
  judge?: (piece: Uint8Array) => void,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > most) throw refuseTooLarge();
    judge?.(piece);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The text of a file that a form brought, in UTF-8, UTF-16 or Windows-1252. Throws a DomainError ("malformed") for other files. */
export async function readTextFile(file: File, name: string): Promise<string> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (holdsNul(text))
    throw new DomainError("malformed", "This is no text file.", {
      fields: { [name]: "This is no text file. Save it as CSV (UTF-8), then choose it again." },
    });
  return text;
}

function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Excel's plain "CSV" is in the code page of the computer.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

const ampersand = 0x26;

async function readEncoded(request: Request, bounds: FormBounds, form: FormData): Promise<void> {
  let fields = 1;
  const bytes = await readBytes(request, bounds.bytes, (piece) => {
    for (let at = piece.indexOf(ampersand); at !== -1; at = piece.indexOf(ampersand, at + 1))
      if (++fields > bounds.fields) throw refuseTooMany();
  });
  for (const [name, text] of new URLSearchParams(bytes.toString("utf8"))) form.append(name, text);
}

async function readParts(request: Request, bounds: FormBounds, form: FormData): Promise<void> {
  let left = bounds.bytes;
  try {
    for await (const part of readMultipart(request, bounds.fields)) {
      if (part.fileName !== null) {
        form.append(part.name, await readFile(part, part.fileName, bounds));
        continue;
      }
      const text = await readPartText(part, left);
      if (text === null) throw refuseTooLarge();
      left -= Buffer.byteLength(text);
      form.append(part.name, text);
    }
  } catch (error) {
    if (error instanceof TooManyParts) throw refuseTooMany();
    if (error instanceof BrokenForm || error instanceof EndedEarly)
      throw new DomainError("malformed", "The form did not arrive whole. Please send it once more.");
    throw error;
  }
}

async function readFile(part: FormPart, fileName: string, { fileBytes = 0 }: FormBounds): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of part.chunks) {
    size += piece.byteLength;
    if (size > fileBytes) throw refuseLargeFile(part.name, fileBytes);
    pieces.push(Uint8Array.from(piece));
  }
  return new File(pieces, fileName);
}

function refuseTooLarge(): DomainError {
  return new DomainError("too-large", "That is more than this form takes. Shorten it and send it again.");
}

function refuseTooMany(): DomainError {
  return new DomainError("too-large", "That has more fields than this form takes.");
}

function refuseLargeFile(name: string, most: number): DomainError {
  if (most === 0) return new DomainError("too-large", "This form takes no file.", { fields: {} });
  const message = `Choose a file of at most ${Math.floor(most / 1_000_000)} MB.`;
  return new DomainError("too-large", "The file is too large.", {
    fields: { [name.slice(0, 100)]: message },
  });
}
