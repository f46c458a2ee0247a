import type { z } from "zod";
import { problem } from "#app/http/problems.ts";

const mostBytes = 1_000_000;

/** The JSON object of a request when it has no keys but the schema's, or the problem with it. */
export async function readBody(
  schema: z.ZodObject,
  request: Request,
): Promise<{ body: Record<string, unknown> } | Response> {
  const { headers } = request;
  if (!/^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(headers.get("content-type") ?? ""))
    return problem(415, "Not JSON", "Send the body as application/json in UTF-8.");
  if (headers.has("content-encoding")) return problem(415, "Compressed body", "Send the body uncompressed.");
  const bytes = await readBytes(request);
  if (bytes === null) return problem(413, "Too much", "A body may have 1,000,000 bytes.");
  const body = parse(bytes);
  if (body === null) return problem(400, "Not JSON", "The body is not one JSON object in UTF-8.");
  const strange = Object.keys(body).filter((key) => !Object.hasOwn(schema.shape, key));
  if (strange.length === 0) return { body };
  const errors = strange
    .slice(0, 20)
    .map((key) => [key.slice(0, 100).toWellFormed(), "There is no such field"]);
  return problem(
    400,
    "Unknown fields",
    "The body has fields that are not known here.",
    Object.fromEntries(errors),
  );
}

/** Null when there are too many; counted, because a chunked body doesn't say how long it will be. */
async function readBytes(request: Request): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
