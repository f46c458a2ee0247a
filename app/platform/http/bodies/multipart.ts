/** A part of a form; read its bytes once, before the next part. */
export interface FormPart {
  name: string;
  /** File name from the sender; null for a text field. */
  fileName: string | null;
  chunks: AsyncIterable<Uint8Array>;
}

/** Reports a body that is not a complete form. */
export class BrokenForm extends Error {}

/** Reports a form with more parts than allowed. */
export class TooManyParts extends BrokenForm {}

const maxHeaderBytes = 8_000;
/** Default limit for the number of parts. */
const defaultMaxParts = 500;

/**
 * Yields the parts of a form in order (multipart/form-data, RFC 7578), with backpressure and
 * skipping unread bytes. Throws a `BrokenForm`, or a `TooManyParts` beyond `maxParts`.
 */
export async function* readMultipart(request: Request, maxParts = defaultMaxParts): AsyncGenerator<FormPart> {
  const boundary = readBoundary(request.headers.get("content-type") ?? "");
  if (boundary === null || !request.body) throw new BrokenForm("This is not a form with files.");
  // The first boundary has no line end before it.
  const scanner = openBoundaryScanner(request.body, Buffer.from("\r\n"));
  const line = Buffer.from(`\r\n--${boundary}`, "latin1");
  await discard(scanner.until(line));
  for (let count = 0; await startsPart(scanner); count += 1) {
    if (count === maxParts) throw new TooManyParts("The form has too many parts.");
    const head = await readHead(scanner);
    const content = scanner.until(line);
    yield { ...head, chunks: { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) } };
    await discard(content);
  }
}

/** Reads a part as text; null if it exceeds the limit. */
export async function readPartText({ chunks }: FormPart, maxBytes: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of chunks) {
    size += piece.byteLength;
    if (size > maxBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

type BoundaryScanner = ReturnType<typeof openBoundaryScanner>;

/** A boundary has at most 70 characters (RFC 2046, 5.1.1). */
function readBoundary(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ??
    [];
  return quoted ?? plain ?? null;
}

/** Whether a part follows a boundary; false at the end of the form. */
async function startsPart(scanner: BoundaryScanner): Promise<boolean> {
  const next = (await scanner.take(2)).toString("latin1");
  if (next === "\r\n") return true;
  if (next === "--") return false;
  throw new BrokenForm("The form is malformed.");
}

async function readHead(scanner: BoundaryScanner): Promise<{ name: string; fileName: string | null }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of scanner.until(Buffer.from("\r\n\r\n"))) {
    size += piece.length;
    if (size > maxHeaderBytes) throw new BrokenForm("A part of the form has a header that is too long.");
    pieces.push(piece);
  }
  const head = readDisposition(Buffer.concat(pieces).toString("utf8"));
  if (!head) throw new BrokenForm("A part of the form has no name.");
  return head;
}

async function discard(content: AsyncGenerator<unknown>): Promise<void> {
  while (!(await content.next()).done);
}

/**
 * Reads name and file name from the header lines of a part (RFC 7578, 4.2); null without a name.
 */
function readDisposition(head: string): { name: string; fileName: string | null } | null {
  const line = head.split("\r\n").find((one) => /^content-disposition\s*:/i.test(one)) ?? "";
  if (!/^[^:]*:\s*form-data\s*(;|$)/i.test(line)) return null;
  const name = readParameter(line, "name");
  if (name === null || name === "") return null;
  return { name, fileName: readExtended(line) ?? readParameter(line, "filename") };
}

/**
 * Browsers escape quotes and line ends as `%22`, `%0D` and `%0A`; other clients use a backslash.
 */
function readParameter(line: string, wanted: string): string | null {
  for (const [, name, quoted, plain] of line.matchAll(
    /;\s*([\w*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/g,
  )) {
    if (name?.toLowerCase() !== wanted) continue;
    const text = quoted?.replace(/\\(["\\])/g, "$1") ?? plain ?? "";
    return text.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
  }
  return null;
}

/** Reads the extended parameter of RFC 5987: `filename*=UTF-8''na%C3%AFve.jpg`. */
function readExtended(line: string): string | null {
  const [, text] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;"\s]*)/i.exec(line) ?? [];
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads a stream up to a delimiter. Throws an `EndedEarly` if the stream ends before it. */
function openBoundaryScanner(stream: ReadableStream<Uint8Array>, start: Buffer) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = start;
  async function more(): Promise<void> {
    const { done, value } = await chunks.next();
    if (done) throw new EndedEarly();
    rest =
      rest.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([rest, value]);
  }
  return {
    /** Yields the bytes before the next delimiter and skips it. */
    async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
      for (let at = rest.indexOf(delimiter); ; at = rest.indexOf(delimiter)) {
        // The rest may be the beginning of a delimiter.
        const length = at === -1 ? Math.max(0, rest.length - delimiter.length + 1) : at;
        const piece = rest.subarray(0, length);
        rest = rest.subarray(at === -1 ? length : at + delimiter.length);
        if (piece.length > 0) yield piece;
        if (at !== -1) return;
        await more();
      }
    },
    /** Reads exactly `count` bytes. */
    async take(count: number): Promise<Buffer> {
      while (rest.length < count) await more();
      const taken = rest.subarray(0, count);
      rest = rest.subarray(count);
      return taken;
    },
  };
}

/** Reports a stream that ended too early. */
export class EndedEarly extends Error {}
