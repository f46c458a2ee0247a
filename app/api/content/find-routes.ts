import { z } from "zod";
import { privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { findPeople } from "#app/domain/accounts/staff/read-people.ts";
import { findEntries } from "#app/domain/content/staff-list/find-entries.ts";
import { listFiles } from "#app/domain/files/library/library.ts";
import { findLeads } from "#app/domain/leads/inbox/search-leads.ts";
import { leadPath, statusNames } from "#app/domain/leads/lead-kinds.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Dashboard search result. */
interface Found {
  kind: "entry" | "message" | "call" | "person" | "file";
  id: string;
  title: string;
  detail: string;
  /** Path of its screen. */
  path: string;
  /** State of an entry or a lead. */
  state?: string;
}

const most = { entries: 6, leads: 4, people: 4, files: 3 };

/** Entries, leads and files that match the words and, for admins, people. */
async function find(db: Database, words: string, role: "editor" | "admin"): Promise<Found[]> {
  return [
    ...(await entries(db, words)),
    ...(await leads(db, words)),
    ...(role === "admin" ? await people(db, words) : []),
    ...(await files(db, words)),
  ];
}

async function entries(db: Database, words: string): Promise<Found[]> {
  const found = await findEntries(db, words, most.entries);
  return found.map(({ id, title, kind, path, state }) => ({
    kind: "entry",
    id,
    path,
    state,
    title: title || "Untitled",
    detail: kind.label.one,
  }));
}

async function leads(db: Database, words: string): Promise<Found[]> {
  const found = await findLeads(db, words, most.leads);
  return found.map(({ id, kind, reference, title, who, status }) => ({
    id,
    title,
    state: status,
    detail: `${who}, ${reference}, ${statusNames[status].toLowerCase()}`,
    kind,
    path: leadPath({ kind, id }),
  }));
}

async function people(db: Database, words: string): Promise<Found[]> {
  const found = await findPeople(db, words, most.people);
  return found.map(({ id, name, email, role, isBanned }) => ({
    kind: "person",
    id,
    title: name || email,
    path: `/dashboard/user/${id}`,
    detail: `${email}, ${isBanned ? "banned" : role}`,
  }));
}

async function files(db: Database, words: string): Promise<Found[]> {
  const { files: found } = await listFiles(db, { q: words, limit: most.files });
  return found.map(({ id, name, alt }) => ({
    kind: "file",
    id,
    title: name,
    detail: alt || "No alt text",
    path: `/dashboard/files/${id}`,
  }));
}

const querySchema = z.strictObject({
  q: z
    .string()
    .max(200, "Use at most 200 characters")
    .prefault("")
    .meta({ description: "Word prefixes; also of a name, an address or a reference number" }),
});

const answerSchema = namedSchema(
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

/** Search of the dashboard's command palette. */
export const findRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/find",
    who: "editor",
    name: "findAnything",
    group: "Finding",
    summary: "Search entries of any state, messages, calls and files; for admins also people",
    query: querySchema,
    answer: answerSchema,
    handle: answerFind,
  }),
];

async function answerFind({ db, query, signed }: ApiRequest<z.infer<typeof querySchema>>): Promise<Response> {
  const role = signed?.person.role === "admin" ? "admin" : "editor";
  return privateJson({ results: await find(db, query.q, role) });
}
