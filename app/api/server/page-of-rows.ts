import { z } from "zod";
import { type Paged, readCursor } from "#app/database/paging.ts";
import { json } from "./answers.ts";
import type { ApiRequest } from "./route.ts";

/** How many rows a page has where nothing is asked for, and where the next begins: keys that every list understands. */
export function pageKeys({ limit, cursorFrom }: { limit: number; cursorFrom: "Link header" | "body" }) {
  const place = cursorFrom === "body" ? "`next` of the page before" : "the one from the Link header";
  return {
    limit: z
      .string()
      .regex(/^([1-9]\d?|100)$/, "Give a whole number from 1 to 100")
      .transform(Number)
      .prefault(String(limit))
      .meta({ description: "At most so many, from 1 to 100" }),
    cursor: z
      .string()
      .refine((text) => readCursor(text) !== null, `This is no cursor of ours; take ${place}`)
      .optional()
      .meta({ description: `Where the page before ended: ${place}` }),
  };
}

/** Rows for staff alone, with the address of the next page. */
export function answerRows<Row, Shown>(
  { request, publicUrl }: Pick<ApiRequest, "request" | "publicUrl">,
  page: Paged<Row>,
  show: (row: Row) => Shown,
): Response {
  const answer = privateJson(page.rows.map(show));
  if (page.next === null) return answer;
  const { pathname, searchParams } = new URL(request.url);
  const next = new URL(pathname, publicUrl);
  for (const [name, value] of searchParams) if (value !== "") next.searchParams.set(name, value);
  next.searchParams.set("cursor", page.next);
  answer.headers.set("link", `<${next.href}>; rel="next"`);
  return answer;
}

/** What is for staff alone is kept by nobody on the way. */
export function privateJson(value: unknown, status: 200 | 201 = 200): Response {
  const answer = json(value, status);
  answer.headers.set("cache-control", "no-store");
  return answer;
}

export function noContent(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}
