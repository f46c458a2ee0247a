import { createHash } from "node:crypto";
import { problem } from "#app/http/responses/refusals.ts";

export function json(value: unknown, status: 200 | 201 = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
}

export function notFoundProblem(): Response {
  return problem(404, "Not found", "There is nothing at this address.");
}

/** The same address in its right form (308), or where what was there is now (301). */
export function moved(status: 301 | 308, location: string): Response {
  return new Response(null, { status, headers: { location } });
}

/** An answer that is made anew each time, spared the way when the asker has it already. */
export async function withEntityTag(request: Request, answer: Response): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers(answer.headers);
  headers.set("etag", tag);
  headers.set("cache-control", "public, max-age=0, must-revalidate");
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((one) => one.trim().replace(/^W\//, ""));
  if (!known.includes(tag) && !known.includes("*")) return new Response(body, { headers });
  headers.delete("content-type");
  return new Response(null, { status: 304, headers });
}
