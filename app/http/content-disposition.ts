/** Name and file name of a part of a form (RFC 7578, 4.2), from all lines of its head; null when it has no name. */
export function readDisposition(head: string): { name: string; fileName: string | null } | null {
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
