/** Limits above any valid input, because each level and value costs processing time. */
export const deepestJson = 64;
export const maxJsonValues = 50_000;

/**
 * Error message if a JSON text has too many levels or values; null otherwise. Scans the text once before parsing and
 * does not validate it.
 */
export function findJsonExcess(json: string): string | null {
  let [depth, values] = [0, 1];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === comma) values += 1;
    else if (code === brace || code === bracket) depth += 1;
    else if (code === closingBrace || code === closingBracket) depth -= 1;
    if (depth > deepestJson) return `It is nested too deeply: at most ${deepestJson} levels`;
    if (values > maxJsonValues) return `It holds too much: at most ${maxJsonValues} values`;
  }
  return null;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [brace, closingBrace, bracket, closingBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
