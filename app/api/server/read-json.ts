import { findJsonExcess } from "#app/lib/text/json-bounds.ts";
import { readBytes } from "#app/platform/http/bodies/read-form.ts";
import { containsNul, nulMessage } from "#app/platform/http/bodies/request-body.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";

/** JSON object of a request, or the problem; the caller validates its content. */
export async function readJsonObject(
  request: Request,
  maxBytes: number,
): Promise<{ body: Record<string, unknown> } | Response> {
  const { headers } = request;
  if (!/^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(headers.get("content-type") ?? ""))
    return problem(415, "Not JSON", "Send the body as application/json in UTF-8.");
  if (headers.has("content-encoding")) return problem(415, "Compressed body", "Send the body uncompressed.");
  const text = decode(await readBytes(request, maxBytes));
  const excess = text === null ? null : findJsonExcess(text);
  if (excess) return problem(400, "Not accepted", `${excess}.`);
  const body = text === null ? null : parse(text);
  if (body === null) return problem(400, "Not JSON", "The body must be one JSON object in UTF-8.");
  const withNul = Object.entries(body).filter(([, value]) => containsNulDeep(value));
  if (withNul.length === 0) return { body };
  const wrong = withNul.slice(0, 20).map(([name]) => [name.replaceAll("\0", "").slice(0, 100), nulMessage]);
  return problem(422, "Not accepted", "Please check these fields.", Object.fromEntries(wrong));
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether any string contains NUL; the parser has limited the depth. */
function containsNulDeep(value: unknown): boolean {
  if (typeof value === "string") return containsNul(value);
  if (Array.isArray(value)) return value.some(containsNulDeep);
  return isObject(value) && Object.entries(value).flat().some(containsNulDeep);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
