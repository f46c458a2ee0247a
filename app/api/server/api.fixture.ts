import { Hono } from "hono";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { publish } from "#app/domain/content/publishing/publishing.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { RequestContext } from "#app/platform/http/listener/request-context.ts";
import { testWorld } from "../../../tests/support/accounts.ts";
import { type EngineName, openTestDatabase } from "../../../tests/support/database.ts";
import { aFileStore } from "../../../tests/support/files.ts";
import { createTestMailService } from "../../../tests/support/mail-service.ts";
import { createApi } from "./api.ts";

export const now = new Date("2026-03-01T10:00:00.000Z");
export const actionContext = { actor: { id: "author-7f3a", requestId: "test" }, now };
const publicUrl = new URL("https://www.company.example");

/** API on a new database, called without a session. */
export async function openApi(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const clock = { now: () => now };
  const api = new Hono<{ Bindings: { requestContext: RequestContext } }>().route(
    "/api",
    createApi({
      db: open.db,
      files: aFileStore(),
      clock,
      publicUrl,
      leadFeed: openLeadFeed(open.db, clock),
      accounts: testWorld(open.db, { clock }),
      mail: createTestMailService(open.db, publicUrl),
    }),
  );
  const responseTags: string[][] = [];
  const requestContext = {
    id: "visit",
    address: "203.0.113.7",
    secure: true,
    tags: new Set<string>(),
    cacheTags: (...tags: string[]) => void responseTags.push(tags),
    noStore: () => {},
    answerFromMemory: () => {},
  };
  const ask = async (path: string, init: RequestInit = {}) => {
    responseTags.length = 0;
    return api.request(new Request(`${publicUrl.origin}${path}`, init), undefined, { requestContext });
  };
  return {
    db: open.db,
    /** Cache tags of the last response; empty if it is not cacheable. */
    responseTags: () => responseTags.flat(),
    ask,
    read: async (path: string) => (await ask(path)).json(),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body:
          typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: open.close,
  };
}

function kindOf(name: string) {
  const kind = findKind(name);
  if (!kind) throw new Error(`There is no kind ${name}`);
  return kind;
}

/** Creates an entry, published by default. */
export async function anEntry(
  db: Database,
  name: string,
  data: Record<string, unknown>,
  isPublished = true,
): Promise<string> {
  const kind = kindOf(name);
  return write(db, async (tx) => {
    const entry = await createEntry(tx, kind, data, actionContext);
    if (isPublished) await publish(tx, entry, actionContext);
    return entry.id;
  });
}

export function aCategory(db: Database, taxonomy: "blog" | "portfolio", name: string) {
  return write(db, (tx) => createCategory(tx, taxonomy, { name }));
}

export async function aPicture(db: Database, id: string): Promise<string> {
  const row = { id, name: "mill.jpg", type: "image/jpeg", width: 1000, height: 500, bytes: 9, alt: "A mill" };
  const rest = { focal_x: 0.5, focal_y: 0.25, placeholder: "data:,", created_at: now.toISOString() };
  await db.query
    .insertInto("files")
    .values({ ...row, ...rest, created_by: actionContext.actor.id })
    .execute();
  return id;
}

export function aText(text: string, ...rest: unknown[]) {
  return { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }, ...rest] };
}
