/** One part of a form as it comes in; its bytes can be read once, before the next part is asked for. */
export interface FormPart {
  name: string;
  /** As the sender calls it; null for a text. */
  fileName: string | null;
  chunks: AsyncIterable<Uint8Array>;
}

/** A body that is no form, or not all of one. */
export class BrokenForm extends Error {}

/** A form of more parts than its reader takes. */
export class TooManyParts extends BrokenForm {}

const mostHeadBytes = 8_000;
/** Of a form whose reader sets no other bound. */
const mostPartsOfUploads = 500;

/**
 * The parts of a form in their order (multipart/form-data, RFC 7578), without ever holding more than a piece of one: whoever
 * reads slowly slows the sender. Throws BrokenForm, and TooManyParts beyond `mostParts`. What is left unread of a part is passed
 * over.
 */
export async function* readMultipart(
  request: Request,
  mostParts = mostPartsOfUploads,
): AsyncGenerator<FormPart> {
  const boundary = readBoundary(request.headers.get("content-type") ?? "");
  if (boundary === null || !request.body) throw new BrokenForm("This is no form with files.");
  // The first line has no line end before it that would be part of its mark.
  const marks = openBoundaryScanner(request.body, Buffer.from("\r\n"));
  const line = Buffer.from(`\r\n--${boundary}`, "latin1");
  await passOver(marks.until(line));
  for (let count = 0; await begins(marks); count += 1) {
    if (count === mostParts) throw new TooManyParts("The form has too many parts.");
    const head = await readHead(marks);
    const content = marks.until(line);
    yield { ...head, chunks: { [Symbol.asyncIterator]: () => ({ next: () => content.next() }) } };
    await passOver(content);
  }
}

/** The text of a part; null when it is longer than that. */
export async function readPartText({ chunks }: FormPart, mostBytes: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of chunks) {
    size += piece.byteLength;
    if (size > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

type Marks = ReturnType<typeof openBoundaryScanner>;

/** Boundaries have no more than 70 characters (RFC 2046, 5.1.1). */
function readBoundary(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ??
    [];
  return quoted ?? plain ?? null;
}

/** Whether another part follows a boundary, or the form ends there. */
async function begins(marks: Marks): Promise<boolean> {
  const next = (await marks.take(2)).toString("latin1");
  if (next === "\r\n") return true;
  if (next === "--") return false;
  throw new BrokenForm("The form is not well formed.");
}

async function readHead(marks: Marks): Promise<{ name: string; fileName: string | null }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of marks.until(Buffer.from("\r\n\r\n"))) {
    size += piece.length;
    if (size > mostHeadBytes) throw new BrokenForm("A part of the form has too long a head.");
    pieces.push(piece);
  }
  const head = readDisposition(Buffer.concat(pieces).toString("utf8"));
  if (!head) throw new BrokenForm("A part of the form has no name.");
  return head;
}

async function passOver(content: AsyncGenerator<unknown>): Promise<void> {
  while (!(await content.next()).done);
}

/** Name and file name of a part of a form (RFC 7578, 4.2), from all lines of its head; null when it has no name. */
function readDisposition(head: string): { name: string; fileName: string | null } | null {
  const line = head.split("\r\n").find((one) => /^content-disposition\s*:/i.test(one)) ?? "";
  if (!/^[^:]*:\s*form-data\s*(;|$)/i.test(line)) return null;
  const name = readParameter(line, "name");
  if (name === null || name === "") return null;
  return { name, fileName: readExtended(line) ?? readParameter(line, "filename") };
}

/** Browsers write quotes and line ends as `%22`, `%0D` and `%0A`, others put a backslash before quotes. */
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

/** The form of RFC 5987, which some programs use: `filename*=UTF-8''na%C3%AFve.jpg`. */
function readExtended(line: string): string | null {
  const [, text] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;"\s]*)/i.exec(line) ?? [];
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads a stream up to marks in it, piece by piece. Throws when it ends before one. */
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
    /** What comes before the next mark; the mark itself is passed over. */
    async *until(mark: Buffer): AsyncGenerator<Buffer> {
      for (let at = rest.indexOf(mark); ; at = rest.indexOf(mark)) {
        // What could be the beginning of a mark is kept back.
        const length = at === -1 ? Math.max(0, rest.length - mark.length + 1) : at;
        const piece = rest.subarray(0, length);
        rest = rest.subarray(at === -1 ? length : at + mark.length);
        if (piece.length > 0) yield piece;
        if (at !== -1) return;
        await more();
      }
    },
    /** The next bytes, exactly so many. */
    async take(count: number): Promise<Buffer> {
      while (rest.length < count) await more();
      const taken = rest.subarray(0, count);
      rest = rest.subarray(count);
      return taken;
    },
  };
}

/** The stream ended in the middle of something. */
export class EndedEarly extends Error {}
