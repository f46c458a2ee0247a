import { z } from "zod";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { publishChecked, scheduleChecked } from "#app/domain/content/publishing/check-and-publish.ts";
import { archive, trash, unpublish, untrash } from "#app/domain/content/publishing/publishing.ts";
import { reorderEntry } from "#app/domain/content/reorder-entry.ts";
import { findForStaff } from "#app/domain/content/staff-list/find-entries.ts";
import { duplicateEntry } from "#app/domain/content/versions/create-entry.ts";
import { type OpenEntry, openEntry, presentOpenEntry } from "#app/domain/content/versions/open-entry.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";
import { privateJson } from "../server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "../server/route.ts";
import { presentState, stateShape } from "./presenter.ts";

/** Publishing, scheduling and archiving of entries: each state change is a subresource. If-Match is optional. */
export function publishingRoutes(kind: Kind): readonly Route[] {
  const { plural, label } = kind;
  const of = { who: "editor", group: label.many, answer: publishingStateSchema } as const;
  const below = (step: string, summary: string, work: Work, body?: Route["body"]) =>
    defineRoute({
      ...of,
      summary,
      method: "post",
      path: `/${plural}/:address/${step}`,
      status: 200,
      name: `${step}${label.one}`,
      ...(body && { body }),
      handle: (api) => changeState(kind, api, work),
    });
  return [
    below(
      "publish",
      "Publish the newest version; rejected if the check finds errors and no reason is given",
      publishWork,
      publishBody,
    ),
    below(
      "schedule",
      "Schedule publishing and archiving; omitted times stay unchanged",
      scheduleWork,
      scheduleBody,
    ),
    below("unpublish", "Unpublish and make it a draft again", unpublish),
    below("archive", "Unpublish and archive", archive),
    below("restore", "Restore from the trash in its former state, by id", untrash),
    ...(kind.order === "position"
      ? [below("move", "Move directly before or after another entry", moveWork, moveBody)]
      : []),
    defineRoute({
      ...of,
      method: "post",
      path: `/${plural}/:address/duplicate`,
      name: `duplicate${label.one}`,
      summary: "Copy the newest version to a draft named “Copy of …”",
      handle: (api) => answerDuplicate(kind, api),
    }),
    defineRoute({
      ...of,
      method: "delete",
      path: `/${plural}/:address`,
      name: `trash${label.one}`,
      summary: "Move to the trash for 30 days",
      handle: (api) => changeState(kind, api, trash),
    }),
  ];
}

/** Function that changes the state of an entry. */
type Work = (
  tx: Writing,
  entry: OpenEntry,
  actionContext: ActionContext,
  api: ApiRequest,
) => Promise<OpenEntry>;

/** Changes the state of an entry, unless If-Match names an old version. */
async function changeState(kind: Kind, api: ApiRequest, work: Work): Promise<Response> {
  const id = await findForStaff(api.db, kind, api.address);
  const actionContext = { actor: actorOf(api), now: api.clock.now() };
  const seen = readIfMatch(api.request);
  const outcome = await write(api.db, async (tx) => {
    const entry = await openEntry(tx, kind, id);
    return seen !== null && seen !== entry.newest.number
      ? { now: presentOpenEntry(entry) }
      : { done: presentOpenEntry(await work(tx, entry, actionContext, api)) };
  });
  return outcome.done ? answerState(outcome.done, api.publicUrl) : answerStale(kind, api, outcome.now, seen);
}

/** Creates a copy as a draft. */
async function answerDuplicate(kind: Kind, api: ApiRequest): Promise<Response> {
  const id = await findForStaff(api.db, kind, api.address);
  const actionContext = { actor: actorOf(api), now: api.clock.now() };
  const copy = await write(api.db, async (tx) =>
    duplicateEntry(tx, await openEntry(tx, kind, id), actionContext),
  );
  return answerState(presentOpenEntry(copy), api.publicUrl, 201);
}

const publishBody = z.strictObject({
  reason: z
    .string()
    .max(500)
    .optional()
    .meta({ description: "Reason to publish despite errors of the check; stored in the audit log" }),
});

const publishWork: Work = (tx, entry, actionContext, { body, publicUrl }) => {
  const { reason } = checkInput(publishBody, body);
  return publishChecked(tx, entry, { ...actionContext, publicUrl, reason });
};

const moment = z.iso.datetime("Enter a time in UTC, such as 2026-03-01T10:00:00.000Z").nullable();

const scheduleBody = z.strictObject({
  publishAt: moment
    .optional()
    .meta({ description: "Time of publishing the newest version; null cancels it" }),
  unpublishAt: moment.optional().meta({ description: "Time of archiving; null cancels it" }),
  ...publishBody.shape,
});

const scheduleWork: Work = async (tx, entry, actionContext, { body, publicUrl }) => {
  const given = checkInput(scheduleBody, body);
  const { publish_at, unpublish_at } = entry.row;
  const at = (value: string | null | undefined, before: string | null) =>
    value === undefined ? before : value && new Date(value).toISOString();
  const times = {
    publishAt: at(given.publishAt, publish_at),
    unpublishAt: at(given.unpublishAt, unpublish_at),
  };
  return scheduleChecked(tx, entry, times, { ...actionContext, publicUrl, reason: given.reason });
};

const moveBody = z.strictObject({
  before: z.string().max(400).optional().meta({ description: "Id of the entry that follows it" }),
  after: z.string().max(400).optional().meta({ description: "Id of the entry that precedes it" }),
});

const moveWork: Work = async (tx, entry, actionContext, { body }) => {
  const { before, after } = checkInput(moveBody, body);
  if ((before === undefined) === (after === undefined))
    throw validationError([{ path: ["before"], message: "Enter either before or after" }]);
  const other = await findForStaff(tx, entry.kind, before ?? after ?? "");
  const target = before === undefined ? { after: other } : { before: other };
  return reorderEntry(tx, entry, target, actionContext);
};

/** Version in If-Match; null without one. */
function readIfMatch(request: Request): number | null {
  const given = request.headers.get("if-match");
  if (given === null || given === "*") return null;
  const number = /^(?:W\/)?"(\d{1,9})"$/.exec(given)?.[1];
  if (number === undefined)
    throw new DomainError("invalid", 'Send If-Match with the version you have seen, such as "7".');
  return Number(number);
}

/** Conflict response with the client's version, if stored, and the newest one. */
async function answerStale(
  kind: Kind,
  api: ApiRequest,
  now: StaffEntry,
  seen: number | null,
): Promise<Response> {
  const answer = problem(
    409,
    "Changed meanwhile",
    "Another person has saved a newer version. Nothing was changed.",
    undefined,
    "stale",
  );
  const yours = await readEntry(api.db, kind, now.id, seen ?? 0).catch(() => null);
  const document = {
    ...Object(await answer.json()),
    current: { version: now.version, at: now.updatedAt, data: now.data },
    yours: yours?.data ?? null,
  };
  return new Response(JSON.stringify(document), { status: 409, headers: answer.headers });
}

export const publishingStateSchema = namedSchema(
  "Standing",
  z.strictObject({ ...stateShape, position: z.int() }),
);

/** State response; the entity tag is the version number. */
function answerState(entry: StaffEntry, site: URL, status: 200 | 201 = 200): Response {
  const answer = privateJson({ ...presentState(entry, site), position: entry.position }, status);
  answer.headers.set("etag", `"${entry.version}"`);
  return answer;
}
