/** Longer request targets are refused. */
export const longestUrl = 8_192;

export interface Target {
  /** Path in normal form: each step decoded and encoded once, so that `%2F` stays and `%41` becomes `A`. */
  path: string;
  /** Query as it came, without the question mark. */
  query: string;
}

/** Why a request target has no normal form: not understood at all, or steps (`.`, `..`, empty) that no address has. */
export type Oddity = "malformed" | "nowhere";

/** Reads the request target of RFC 9112 in origin form. */
export function readTarget(rawUrl: string): Target | Oddity {
  if (!rawUrl.startsWith("/") || /[^!-~]|#/.test(rawUrl)) return "malformed";
  const mark = rawUrl.indexOf("?");
  const rawPath = mark === -1 ? rawUrl : rawUrl.slice(0, mark);
  const query = mark === -1 ? "" : rawUrl.slice(mark + 1);
  if (/^\/[\w/-]*$/.test(rawPath) && !rawPath.includes("//")) return { path: rawPath, query };
  const path = normalPath(rawPath);
  return path.startsWith("/") ? { path, query } : (path as Oddity); // an oddity never begins with a slash
}

export function writeTarget({ path, query }: Target): string {
  return query === "" ? path : `${path}?${query}`;
}

/** What a target was meant to be whose only oddity is empty steps, as in links of old sites; null for any other. */
export function withoutEmptySteps(rawUrl: string): Target | null {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(rawUrl) ?? [];
  const target = readTarget(path.replace(/\/{2,}/g, "/") + query);
  return typeof target === "string" ? null : target;
}

function normalPath(rawPath: string): string | Oddity {
  const steps: string[] = [];
  const rawSteps = rawPath.split("/").slice(1);
  for (const [index, raw] of rawSteps.entries()) {
    const step = decode(raw);
    if (step === null || step.includes("\0")) return "malformed";
    if (step === "." || step === ".." || (step === "" && index < rawSteps.length - 1)) return "nowhere";
    steps.push(encodeURIComponent(step));
  }
  return `/${steps.join("/")}`;
}

function decode(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}
