/** One answer made ready to send: the same bytes for everybody until it is dropped. */
export interface Variant {
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

export function makeVariant(status: number, headers: HeaderList, body: Buffer): Variant {
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
