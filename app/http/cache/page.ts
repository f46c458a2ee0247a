import { createHash } from "node:crypto";
import { acceptedEncodings, type Compressed } from "#app/http/responses/compress.ts";

/** A kept answer in every form a visitor may ask for. */
export interface PreparedPage {
  headers: HeaderList;
  /** Beginning of every entity tag of this page, quote included. */
  tag: string;
  plain: Forms;
  gzip: Forms | null;
  br: Forms | null;
  /** The path under which its readings are counted; null for what is no page. */
  countedAs: string | null;
  /** Memory it takes, near enough. */
  bytes: number;
}

/** One encoding of a page: in full, and as "you have it already". */
export interface Forms {
  full: Variant;
  notModified: Variant;
}

/** @param headers without length, encoding and entity tag, which differ by form */
export function makePage(
  headers: HeaderList,
  body: Buffer,
  compressed: Compressed,
  { tag = contentTag(body), countedAs = null }: Partial<Pick<PreparedPage, "tag" | "countedAs">> = {},
): PreparedPage {
  const { gzip, br } = compressed;
  const vary: HeaderList = gzip || br ? [...headers, ["vary", "Accept-Encoding"]] : headers;
  const forms = {
    plain: makeForms(vary, body, tag, null),
    gzip: gzip && makeForms(vary, gzip, tag, "gzip"),
    br: br && makeForms(vary, br, tag, "br"),
  };
  return {
    headers,
    tag,
    ...forms,
    countedAs,
    bytes: sizeOf(forms.plain) + sizeOf(forms.gzip) + sizeOf(forms.br),
  };
}

/** Puts a better brotli form in the place of the first one; the entity tag stays, because the content does. */
export function improvePage(page: PreparedPage, br: Buffer): void {
  const before = sizeOf(page.br);
  const vary: HeaderList = [...page.headers, ["vary", "Accept-Encoding"]];
  page.br = makeForms(vary, br, page.tag, "br");
  page.bytes += sizeOf(page.br) - before;
}

/** The answer of a page to one visitor, by what he accepts and has already. */
export function chooseVariant(
  page: PreparedPage,
  accept: string | undefined,
  ifNoneMatch: string | undefined,
): Variant {
  const forms = chooseForms(page, accept);
  if (ifNoneMatch === undefined) return forms.full;
  return ifNoneMatch === "*" || ifNoneMatch.includes(page.tag) ? forms.notModified : forms.full;
}

function chooseForms(page: PreparedPage, accept: string | undefined): Forms {
  for (const encoding of acceptedEncodings(accept)) {
    const forms = page[encoding];
    if (forms) return forms;
  }
  return page.plain;
}

function makeForms(headers: HeaderList, body: Buffer, tag: string, encoding: "gzip" | "br" | null): Forms {
  const etag = ["etag", encoding ? `${tag}-${encoding}"` : `${tag}"`] as const;
  const coding = encoding ? ([["content-encoding", encoding]] as const) : [];
  const full = [...headers, ...coding, ["content-length", String(body.length)], etag] as const;
  const short = [...headers.filter(([name]) => name !== "content-type"), etag];
  return { full: makeVariant(200, full, body), notModified: makeVariant(304, short, Buffer.alloc(0)) };
}

/** Opening quote and hash of the content (96 bits: it tells the versions of one address apart): what an entity tag begins with. */
function contentTag(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 16)}`;
}

function sizeOf(forms: Forms | null): number {
  // Headers lie there twice: as a list and in the bytes for the wire.
  if (!forms) return 0;
  return forms.full.wire.length + forms.notModified.wire.length + 4_000;
}

/** What the application answered, complete and ready to send to more than one. */
export interface Rendered {
  status: number;
  headers: HeaderList;
  body: Buffer;
  /** Names of what it shows, when the answer may be kept; null when not. */
  tags: ReadonlySet<string> | null;
  /** Whether all who asked at the same time may have this one. */
  isShared: boolean;
}

/** One answer made ready to send: the same bytes for everybody until it is dropped. */
interface Variant {
  status: number;
  /** Names and values in turn, as `writeHead` takes them; without `Date`. */
  headers: readonly string[];
  body: Buffer;
  /** Status line, headers and body as they go over the wire; `stamp` keeps its date fresh. */
  wire: Buffer;
  /** Second of the Unix epoch that `wire` carries as its date. */
  stampedAt: number;
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Seconds an idle connection stays open: longer than the usual proxy in front keeps its own. */
export const keepAliveSeconds = 65;

const reasons: Record<number, string> = { 200: "OK", 304: "Not Modified" };
const dateLength = new Date(0).toUTCString().length;

function makeVariant(status: number, headers: HeaderList, body: Buffer): Variant {
  const statusLine = `HTTP/1.1 ${status} ${reasons[status] ?? ""}\r\nDate: `;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
  const head = Buffer.from(`${statusLine}${" ".repeat(dateLength)}\r\n${lines}${connection}\r\n`, "latin1");
  const wire = Buffer.concat([head, body]);
  return { status, headers: headers.flat(), body: wire.subarray(head.length), wire, stampedAt: 0 };
}

const stampAt = new Map(
  [200, 304].map((status) => [status, `HTTP/1.1 ${status} ${reasons[status]}\r\nDate: `.length]),
);

let second = 0;
let date = "";

/** The bytes to send now. The date is written in place, once a second at most. */
export function stamp(variant: Variant): Buffer {
  const now = Math.floor(Date.now() / 1000);
  if (now !== variant.stampedAt) {
    if (now !== second) {
      second = now;
      date = new Date(now * 1000).toUTCString();
    }
    variant.wire.write(date, stampAt.get(variant.status) ?? 0, "latin1");
    variant.stampedAt = now;
  }
  return variant.wire;
}
