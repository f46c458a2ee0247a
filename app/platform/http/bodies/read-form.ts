import { DomainError } from "#app/lib/errors/domain-error.ts";
import {
  BrokenForm,
  EndedEarly,
  type FormPart,
  readMultipart,
  readPartText,
  TooManyParts,
} from "./multipart.ts";
import { containsNul, refuseNul } from "./request-body.ts";

/** Limits of a form; reading stops at the first that is exceeded. */
export interface FormBounds {
  /** Bytes of the body; if a file is allowed, of the texts only. */
  bytes: number;
  fields: number;
  /** Bytes of the only file; without it, files are refused. */
  fileBytes?: number;
}

/** Maximum body in bytes from anyone: the longest message in Bangla, encoded in nine bytes per letter, and its other fields. */
export const anonymousBodyBytes = 100_000;

/** Limits for anonymous visitors. */
export const publicForm: FormBounds = { bytes: anonymousBodyBytes, fields: 200 };

/** Limits for staff: an entry with all its lists, or a long list of checkboxes. */
export const staffForm: FormBounds = { bytes: 1_000_000, fields: 5_000, fileBytes: 3_000_000 };

/**
 * Reads a form within limits; call it after the checks of origin and access. Other bodies read as
 * an empty form; throws a `DomainError` ("too-large", "malformed", "invalid").
 */
export async function readForm(request: Request, bounds: FormBounds): Promise<FormData> {
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const form = new FormData();
  if (type.startsWith("application/x-www-form-urlencoded")) await readEncoded(request, bounds, form);
  else if (type.startsWith("multipart/form-data")) await readParts(request, bounds, form);
  for (const [name, value] of form)
    if (containsNul(name) || containsNul(typeof value === "string" ? value : value.name))
      throw refuseNul(name);
  return form;
}

/**
 * Reads a body with a limit, because a chunked body has no length. Throws a `DomainError`
 * ("too-large"); `check` receives each chunk and may throw.
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  check?: (chunk: Uint8Array) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw refuseTooLarge();
    check?.(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads an uploaded text file in UTF-8, UTF-16 or Windows-1252. Throws a `DomainError`
 * ("malformed") for other files.
 */
export async function readTextFile(file: File, name: string): Promise<string> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (containsNul(text))
    throw new DomainError("malformed", "This is not a text file.", {
      fields: { [name]: "This is not a text file. Save it as CSV (UTF-8), then choose it again." },
    });
  return text;
}

function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Excel's plain CSV uses the computer's code page.
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
  const bytes = await readBytes(request, bounds.bytes, (chunk) => {
    for (let at = chunk.indexOf(ampersand); at !== -1; at = chunk.indexOf(ampersand, at + 1))
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
      throw new DomainError("malformed", "The form arrived incomplete. Please send it again.");
    throw error;
  }
}

async function readFile(part: FormPart, fileName: string, { fileBytes = 0 }: FormBounds): Promise<File> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of part.chunks) {
    size += chunk.byteLength;
    if (size > fileBytes) throw refuseLargeFile(part.name, fileBytes);
    chunks.push(Uint8Array.from(chunk));
  }
  return new File(chunks, fileName);
}

function refuseTooLarge(): DomainError {
  return new DomainError("too-large", "The form is too long. Shorten the text and send it again.");
}

function refuseTooMany(): DomainError {
  return new DomainError("too-large", "The form has too many fields.");
}

function refuseLargeFile(name: string, maxBytes: number): DomainError {
  if (maxBytes === 0) return new DomainError("too-large", "This form does not accept files.", { fields: {} });
  const message = `Choose a file of at most ${Math.floor(maxBytes / 1_000_000)} MB.`;
  return new DomainError("too-large", "The file is too large.", {
    fields: { [name.slice(0, 100)]: message },
  });
}
