/** Which compressed forms a visitor takes, best first. */
export type Encoding = "br" | "gzip";

const known = new Map<string, readonly Encoding[]>();
const none: readonly Encoding[] = [];

/** Reads `Accept-Encoding` (RFC 9110, 12.5.3). The same few values come again and again and are remembered. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return none;
  const before = known.get(header);
  if (before) return before;
  const accepted = readHeader(header);
  if (known.size < 100) known.set(header, accepted);
  return accepted;
}

function readHeader(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((piece) => piece.startsWith("q="))?.slice(2) ?? "1";
    weights.set(name, Number(weight) || 0);
  }
  const weigh = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  const floor = weights.get("identity") ?? 0;
  const order: Encoding[] = weigh("gzip") > weigh("br") ? ["gzip", "br"] : ["br", "gzip"];
  return order.filter((name) => weigh(name) > 0 && weigh(name) >= floor);
}
