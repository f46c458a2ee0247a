import { z } from "zod";
import { privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { createEntry, createOnce } from "#app/domain/content/versions/create-entry.ts";
import { openEntry, presentOpenEntry } from "#app/domain/content/versions/open-entry.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { completeInput, type SaveConflict, saveInput } from "#app/domain/content/versions/save-entry.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { write } from "#app/platform/database/database.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";
import { apiShapes, presentState, stateShape } from "./presenter.ts";

/** Write routes of a kind; all kinds share three handlers. */
export function contentWriteRoutes(kind: Kind): readonly Route[] {
  const { plural, label } = kind;
  const body = entryInputSchema(kind);
  const answer = draftSchema(kind);
  const group = label.many;
  return [
    defineRoute({
      method: "post",
      path: `/${plural}`,
      who: "editor",
      name: `create${label.one}`,
      scope: "content:draft",
      group,
      isOnce: true,
      summary: "Create a draft; only staff see it until it is published",
      body,
      answer,
      handle: (api) => createDraft(kind, api),
    }),
    defineRoute({
      method: "patch",
      path: `/${plural}/:address`,
      who: "editor",
      name: `change${label.one}`,
      scope: "content:draft",
      group,
      summary: "Save a new version; omitted fields stay unchanged, and the version is public once published",
      body,
      answer,
      needsVersion: true,
      handle: (api) => changeDraft(kind, api),
    }),
    defineRoute({
      method: "get",
      path: `/${plural}/:address/draft`,
      who: "editor",
      name: `read${label.one}Draft`,
      scope: "content:read",
      group,
      summary: "Newest version with all fields, by id; the ETag is its number",
      answer,
      handle: (api) => answerNewest(kind, api),
    }),
  ];
}

/** Creates one draft per Idempotency-Key. */
async function createDraft(kind: Kind, api: ApiRequest): Promise<Response> {
  const key = readKey(api.request);
  const save = { actor: actorOf(api), now: api.clock.now() };
  const entry = await write(api.db, async (tx) =>
    key === null
      ? presentOpenEntry(await createEntry(tx, kind, completeInput(kind, null, api.body), save))
      : createOnce(tx, kind, api.body, { ...save, key }),
  );
  const answer = answerDraft(entry, api, 201);
  answer.headers.set("location", `/api/${kind.plural}/${entry.id}/draft`);
  return answer;
}

/** Applies changes to the newest version, if If-Match names it. */
async function changeDraft(kind: Kind, api: ApiRequest): Promise<Response> {
  const basedOn = /^(?:W\/)?"(\d{1,9})"$/.exec(api.request.headers.get("if-match") ?? "")?.[1];
  if (basedOn === undefined)
    return problem(428, "If-Match required", 'Send If-Match with the version you have seen, such as "7".');
  const save = { actor: actorOf(api), now: api.clock.now(), isDraftOnly: api.token !== null };
  try {
    const saved = await write(api.db, async (tx) =>
      saveInput(tx, await openEntry(tx, kind, api.address), Number(basedOn), api.body, save),
    );
    return answerDraft(presentOpenEntry(saved), api);
  } catch (error) {
    if (error instanceof DomainError && error.code === "stale") return answerConflict(error, mayRead(api));
    throw error;
  }
}

async function answerNewest(kind: Kind, api: ApiRequest): Promise<Response> {
  return answerDraft(await readEntry(api.db, kind, api.address), api);
}

/** Whether the caller may read unpublished content: staff, and tokens with the scope content:read. */
function mayRead({ token }: Pick<ApiRequest, "token">): boolean {
  return token === null || token.scopes.includes("content:read");
}

/**
 * Conflict response with both texts, so the client can merge them; clients without read access get only the version
 * number.
 */
async function answerConflict(error: DomainError, isReader: boolean): Promise<Response> {
  // Every stale error of saveInput contains both texts.
  const { version, data, at, mine } = error.detail as SaveConflict;
  const answer = problem(409, "Changed meanwhile", error.message, undefined, error.reason);
  const conflict = isReader ? { current: { version, at, data }, yours: mine } : { current: { version } };
  const document = { ...Object(await answer.json()), ...conflict };
  return new Response(JSON.stringify(document), { status: 409, headers: answer.headers });
}

function readKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw validationError([
      { path: ["Idempotency-Key"], message: "Use 1 to 200 ASCII characters without spaces" },
    ]);
  return key;
}

/** Entry as staff edit it: its state, and its newest version in the input format. */
function draftSchema(kind: Kind): z.ZodType {
  return namedSchema(
    `${kind.name.slice(0, 1).toUpperCase()}${kind.name.slice(1)}Draft`,
    z.strictObject({
      ...stateShape,
      data: entryDataSchema(kind)
        .optional()
        .meta({ description: "Omitted for a service token without the scope content:read" }),
    }),
  );
}

function presentDraft(
  entry: StaffEntry,
  { publicUrl: site, token }: Pick<ApiRequest, "publicUrl" | "token">,
) {
  const state = presentState(entry, site);
  return mayRead({ token }) ? { ...state, data: entry.data } : state;
}

/** Entry response for staff; the entity tag is the version number. */
function answerDraft(
  entry: StaffEntry,
  api: Pick<ApiRequest, "publicUrl" | "token">,
  status: 200 | 201 = 200,
): Response {
  const answer = privateJson(presentDraft(entry, api), status);
  answer.headers.set("etag", `"${entry.version}"`);
  return answer;
}

/**
 * Accepted fields of an entry, for documentation and for rejecting unknown keys; the kind's schema validates the
 * values.
 */
export function entryInputSchema(kind: Kind): z.ZodObject {
  const shape = fieldsOfKind(kind).map(([name, field]) => [name, field.sentSchema(apiShapes).optional()]);
  return z.strictObject(Object.fromEntries(shape));
}

/** Entry fields in responses; unchanged values can be sent back as received. */
function entryDataSchema(kind: Kind): z.ZodObject {
  const shape = fieldsOfKind(kind).map(([name, field]) => [name, field.draftSchema(apiShapes)]);
  return z.strictObject(Object.fromEntries(shape));
}
