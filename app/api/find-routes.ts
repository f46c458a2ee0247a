import { z } from "zod";
import { json } from "./answers.ts";
import { find } from "./find.ts";
import { named } from "./named-schemas.ts";
import { type ApiRequest, defineRoute, type Route } from "./route.ts";

const querySchema = z.strictObject({
  q: z
    .string()
    .max(200, "Use at most 200 characters")
    .prefault("")
    .meta({ description: "Words, by their beginnings; also of a name, an address or a reference number" }),
});

const answerSchema = named(
  "Found",
  z.strictObject({
    results: z.array(
      z.strictObject({
        kind: z.enum(["entry", "message", "call", "person", "file"]),
        id: z.string(),
        title: z.string(),
        detail: z.string(),
        path: z.string().meta({ description: "Path of its screen in the dashboard" }),
        state: z.string().optional(),
      }),
    ),
  }),
);

/** What the dashboard's palette asks while somebody types. */
export const findRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/find",
    who: "editor",
    name: "findAnything",
    group: "Finding",
    summary: "Entries of any state, messages, calls and files that fit the words; for admins people as well",
    query: querySchema,
    answer: answerSchema,
    handle: answerFind,
  }),
];

async function answerFind({ db, query, signed }: ApiRequest<z.infer<typeof querySchema>>): Promise<Response> {
  const role = signed?.person.role === "admin" ? "admin" : "editor";
  const answer = json({ results: await find(db, query.q, role) });
  answer.headers.set("cache-control", "no-store");
  return answer;
}
