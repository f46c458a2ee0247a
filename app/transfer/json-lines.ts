/** The line on which a value of a JSON text stands, or the nearest one around it that is there. The text must be proper JSON. */
export function lineOfJson(text: string, path: readonly PropertyKey[]): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const next = text[at] === "{" ? findMember(text, at, String(step)) : findItem(text, at, Number(step));
    if (next === null) break;
    at = next;
  }
  return lineAt(text, at);
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function findMember(text: string, open: number, name: string): number | null {
  for (let at = skipSpace(text, open + 1); text[at] === '"'; ) {
    const end = endOfString(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === name) return value;
    at = nextPart(text, value);
  }
  return null;
}

function findItem(text: string, open: number, index: number): number | null {
  if (text[open] !== "[") return null;
  let at = skipSpace(text, open + 1);
  for (let passed = 0; text[at] !== "]" && at < text.length; passed += 1) {
    if (passed === index) return at;
    at = nextPart(text, at);
  }
  return null;
}

/** Behind a value and its comma. */
function nextPart(text: string, value: number): number {
  const end = skipSpace(text, endOfValue(text, value));
  return text[end] === "," ? skipSpace(text, end + 1) : end;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && depth === 0) return at;
    if (depth < 0) return at;
    if (depth === 0 && sign !== undefined && '"}]'.includes(sign)) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}
