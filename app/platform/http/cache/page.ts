import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { acceptedEncodings, type Compressed } from "#app/platform/http/responses/compress.ts";

/** A cached response, compressed. */
export type PreparedPage = PageParts & Stored;

/** The plain form, or the gzip form from which it is decompressed; nearly all clients accept a compressed form. */
type Stored = { plain: Forms; gzip: null } | { plain: null; gzip: Forms };

interface PageParts {
  headers: HeaderList;
  /** Prefix of all entity tags of the page, with its opening quote. */
  tag: string;
  br: Forms | null;
  /** Path for counting views; null if it is not a page. */
  countedAs: string | null;
  /** Approximate memory use. */
  bytes: number;
}

/** One encoding of a page: full response and 304. */
export interface Forms {
  full: Variant;
  notModified: Variant;
}

const varyByEncoding = ["vary", "Accept-Encoding"] as const;

/** Prepares a page; `headers` exclude length, encoding and entity tag, which differ by encoding. */
export function makePage(
  headers: HeaderList,
  body: Buffer,
  compressed: Compressed,
  { tag = contentTag(body), countedAs = null }: Partial<Pick<PreparedPage, "tag" | "countedAs">> = {},
): PreparedPage {
  const { gzip, br } = compressed;
  const vary: HeaderList = gzip || br ? [...headers, varyByEncoding] : headers;
  const stored: Stored = gzip
    ? { plain: null, gzip: makeForms(vary, gzip, tag, "gzip") }
    : { plain: makeForms(vary, body, tag, null), gzip: null };
  const brForms = br && makeForms(vary, br, tag, "br");
  return {
    headers,
    tag,
    ...stored,
    br: brForms,
    countedAs,
    bytes: sizeOf(stored.plain ?? stored.gzip) + sizeOf(brForms),
  };
}

/** Replaces the brotli form with a smaller one; the content and its entity tag stay. */
export function improvePage(page: PreparedPage, br: Buffer): void {
  const before = sizeOf(page.br);
  const vary: HeaderList = [...page.headers, varyByEncoding];
  page.br = makeForms(vary, br, page.tag, "br");
  page.bytes += sizeOf(page.br) - before;
}

/** Returns the uncompressed body. */
export function plainBody(page: PreparedPage): Buffer {
  return plainForms(page).full.body;
}

/** Chooses the response by Accept-Encoding and If-None-Match. */
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
  return plainForms(page);
}

function plainForms(page: PreparedPage): Forms {
  if (page.plain) return page.plain;
  return makeForms([...page.headers, varyByEncoding], gunzipSync(page.gzip.full.body), page.tag, null);
}

function makeForms(headers: HeaderList, body: Buffer, tag: string, encoding: "gzip" | "br" | null): Forms {
  const etag = ["etag", encoding ? `${tag}-${encoding}"` : `${tag}"`] as const;
  const coding = encoding ? ([["content-encoding", encoding]] as const) : [];
  const full = [...headers, ...coding, ["content-length", String(body.length)], etag] as const;
  const short = [...headers.filter(([name]) => name !== "content-type"), etag];
  return { full: makeVariant(200, full, body), notModified: makeVariant(304, short, Buffer.alloc(0)) };
}

/**
 * Prefix of an entity tag: quote and 96-bit content hash, enough to distinguish versions of one
 * address.
 */
function contentTag(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 16)}`;
}

function sizeOf(forms: Forms | null): number {
  // Headers are in memory twice: as a list and in the wire bytes.
  if (!forms) return 0;
  return forms.full.wire.length + forms.notModified.wire.length + 4_000;
}

/** A complete response of the application, which several requests may share. */
export interface Rendered {
  status: number;
  headers: HeaderList;
  body: Buffer;
  /** Cache tags; null if the response is not cacheable. */
  tags: ReadonlySet<string> | null;
  /** Whether concurrent requests may share this response. */
  isShared: boolean;
}

/** A response ready to send, with the same bytes for every client. */
interface Variant {
  status: number;
  /** Alternating names and values for `writeHead`; without `Date`. */
  headers: readonly string[];
  body: Buffer;
  /** Status line, headers and body as sent; `stamp` updates the date. */
  wire: Buffer;
  /** Date in `wire`, in seconds of the Unix epoch. */
  stampedAt: number;
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Idle timeout of a connection in seconds, longer than that of common proxies. */
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

/** The bytes to send; updates the date in place at most once a second. */
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
