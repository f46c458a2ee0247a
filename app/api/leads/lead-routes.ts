import { z } from "zod";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import { identifyByToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { countExported, exportLeads } from "#app/domain/leads/inbox/export-leads.ts";
import { type LeadFilter, readFilter } from "#app/domain/leads/inbox/filter.ts";
import { findByReference, readInbox, type Viewer } from "#app/domain/leads/inbox/read-inbox.ts";
import { readTimeline } from "#app/domain/leads/inbox/timeline.ts";
import { readReference } from "#app/domain/leads/intake/reference.ts";
import { findLead, type Lead } from "#app/domain/leads/lead.ts";
import { type LeadKind, leadListPaths, pluralOf } from "#app/domain/leads/lead-kinds.ts";
import { outcomeSchema, recordCall, replySchema, sendReply } from "#app/domain/leads/workflow/answers.ts";
import { changeLeads, leadChangeSchema, maxLeadsPerChange } from "#app/domain/leads/workflow/change-leads.ts";
import { addNote, changeNote, noteSchema, removeNote } from "#app/domain/leads/workflow/notes.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { answerCsv } from "#app/lib/text/csv.ts";
import { write } from "#app/platform/database/database.ts";
import { isFromOtherSite } from "#app/platform/http/security/same-origin.ts";
import { noContent, noStore, privateJson } from "../server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "../server/route.ts";
import {
  type LeadQuery,
  leadPageSchema,
  leadQuerySchema,
  leadSchema,
  presentLead,
  presentRow,
} from "./lead-shape.ts";

const changeAllSchema = z.strictObject({
  ids: z.array(z.string()).min(1).max(maxLeadsPerChange),
  ...leadChangeSchema.shape,
});
const changedSchema = namedSchema("ChangedLeads", z.strictObject({ changed: z.int() }));
const madeSchema = namedSchema("MadeForLead", z.strictObject({ _id: z.string() }));
const who = "editor" as const;

/** Staff actions on leads; the public forms are in `routes.ts`. */
export const leadRoutes: readonly Route[] = [
  defineRoute<{ after?: string | undefined }>({
    method: "get",
    path: "/contact/events",
    who,
    name: "hearMessages",
    group: "Messages",
    summary: "Server-sent events with the ids of new and changed messages and calls",
    query: z.strictObject({
      after: z.string().max(40).optional().meta({ description: "Id of the last received event" }),
    }),
    answer: "text/event-stream",
    handle: answerEvents,
  }),
  ...routesFor("message", "/contact", { one: "message", many: "messages", group: "Messages" }),
  ...routesFor("call", "/calls", { one: "call", many: "calls", group: "Calls" }),
  defineRoute({
    method: "post",
    path: "/calls/:address/outcome",
    who,
    name: "tellOutcome",
    group: "Calls",
    status: 200,
    summary: "Record the outcome of a call: done, which closes it, or not reached",
    body: outcomeSchema,
    answer: leadSchema,
    handle: answerOutcome,
  }),
];

interface Words {
  one: string;
  many: string;
  group: string;
}

function routesFor(kind: LeadKind, path: `/${string}`, { one, many, group }: Words): Route[] {
  const of = { who, group };
  return [
    defineRoute<LeadQuery>({
      ...of,
      method: "get",
      path,
      name: `list ${many}`,
      scope: "leads:read",
      query: leadQuerySchema,
      answer: leadPageSchema,
      summary: `List ${many} that match the filters, newest first by default`,
      handle: (api) => answerLeadList(kind, api),
    }),
    defineRoute<LeadQuery>({
      ...of,
      method: "get",
      path: `${path}/export`,
      name: `export ${many}`,
      query: leadQuerySchema,
      summary: "Export all matching rows as CSV; limit and cursor are ignored",
      answer: "text/csv",
      handle: (api) => answerExport(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: `${path}/:address`,
      name: `read ${one}`,
      scope: "leads:read",
      answer: leadSchema,
      summary: "Read one with its history, by id or reference",
      handle: (api) => answerOne(kind, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path,
      name: `change ${many}`,
      body: changeAllSchema,
      answer: changedSchema,
      summary: "Change several in one transaction",
      handle: (api) => answerChangeAll(kind, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path: `${path}/:address`,
      name: `change ${one}`,
      body: leadChangeSchema,
      summary: "Change status, assignee or snooze time",
      answer: leadSchema,
      handle: (api) => answerLeadChange(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: `${path}/:address/replies`,
      name: `answer ${one}`,
      body: replySchema,
      summary: "Reply by mail",
      isOnce: true,
      answer: madeSchema,
      handle: (api) => answerReply(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: `${path}/:address/notes`,
      name: `note ${one}`,
      body: noteSchema,
      summary: "Add an internal note",
      answer: madeSchema,
      handle: (api) => answerNote(kind, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path: `${path}/:address/notes/:note`,
      name: `change note of ${one}`,
      summary: "Change a note; the former text is stored",
      body: noteSchema,
      status: 204,
      answer: "nothing",
      handle: answerNoteChange,
    }),
    defineRoute({
      ...of,
      method: "delete",
      path: `${path}/:address/notes/:note`,
      name: `remove note of ${one}`,
      summary: "Remove a note from view",
      status: 204,
      answer: "nothing",
      handle: answerNoteRemoval,
    }),
  ];
}

async function answerLeadList(kind: LeadKind, api: ApiRequest<LeadQuery>): Promise<Response> {
  const page = { limit: api.query.limit, after: api.query.cursor };
  const { rows, next } = await readInbox(api.db, kind, filterOf(api.query), page, await viewerOf(api));
  return privateJson({ items: rows.map(presentRow), next });
}

async function answerExport(kind: LeadKind, api: ApiRequest<LeadQuery>): Promise<Response> {
  const { db, query, request, signed } = api;
  if (isFromOtherSite(request)) return redirectToList(kind);
  if (!signed?.isFresh) return confirmFirst(kind, request);
  const viewer = await viewerOf(api);
  const filter = filterOf(query);
  const count = await countExported(db, kind, filter, viewer);
  await write(db, (tx) => recordAudit(tx, actorOf(api), "leads.export", "", `${count} ${pluralOf[kind]}`));
  return answerCsv(pluralOf[kind], exportLeads(db, kind, filter, viewer));
}

/** Redirects instead of downloading, so a link on another site starts no download. */
function redirectToList(kind: LeadKind): Response {
  return noStore(new Response(null, { status: 303, headers: { location: leadListPaths[kind] } }));
}

/** Redirects a person to reauthentication and back to the list; rejects a program. */
function confirmFirst(kind: LeadKind, request: Request): Response {
  if (!request.headers.get("accept")?.includes("text/html")) throw accountErrors.stale();
  const next = `${leadListPaths[kind]}${new URL(request.url).search}`;
  return noStore(
    new Response(null, {
      status: 303,
      headers: { location: `/myprofile/confirm?${new URLSearchParams({ next })}` },
    }),
  );
}

async function answerOne(kind: LeadKind, api: ApiRequest): Promise<Response> {
  return showLead(api, await needLead(kind, api));
}

/** Changes one lead, by id or reference. */
async function answerLeadChange(kind: LeadKind, api: ApiRequest): Promise<Response> {
  const { id } = await needLead(kind, api);
  await write(api.db, (tx) => changeLeads(tx, kind, [id], api.body, actionOf(api)));
  return showLead(api, await needLead(kind, api));
}

/** Changes several leads, or none of them. */
async function answerChangeAll(kind: LeadKind, api: ApiRequest): Promise<Response> {
  const { ids, ...change } = api.body;
  const chosen = Array.isArray(ids) ? ids.map(String) : [];
  const before = await write(api.db, (tx) => changeLeads(tx, kind, chosen, change, actionOf(api)));
  return privateJson({ changed: before.length });
}

async function answerReply(kind: LeadKind, api: ApiRequest): Promise<Response> {
  const { id } = await needLead(kind, api);
  const key = api.request.headers.get("idempotency-key");
  const body = key === null ? api.body : { ...api.body, key };
  const _id = await write(api.db, (tx) => sendReply(tx, { kind, id }, body, actionOf(api), api.mail));
  return privateJson({ _id }, 201);
}

async function answerNote(kind: LeadKind, api: ApiRequest): Promise<Response> {
  const { id } = await needLead(kind, api);
  return privateJson(
    { _id: await write(api.db, (tx) => addNote(tx, { kind, id }, api.body, actionOf(api))) },
    201,
  );
}

async function answerNoteChange(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => changeNote(tx, api.params.note ?? "", api.body, actionOf(api)));
  return noContent();
}

async function answerNoteRemoval(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => removeNote(tx, api.params.note ?? "", actionOf(api)));
  return noContent();
}

async function answerOutcome(api: ApiRequest): Promise<Response> {
  const { id } = await needLead("call", api);
  await write(api.db, (tx) => recordCall(tx, id, api.body, actionOf(api)));
  return showLead(api, await needLead("call", api));
}

/** Event stream that ends when the caller loses access. */
function answerEvents(api: ApiRequest<{ after?: string | undefined }>): Response {
  const { accounts, request, requestContext, signed } = api;
  const hasToken = request.headers.has("authorization");
  const stream = api.leadFeed.open({
    personId: signed?.person.id ?? "",
    after: request.headers.get("last-event-id") ?? api.query.after ?? null,
    async isAllowed() {
      const now = await (hasToken ? identifyByToken : identify)(accounts, {
        request,
        requestContext,
        isBackground: true,
      });
      return now !== null && now.person.role !== "member" && !now.needsTwoFactor;
    },
  });
  return noStore(
    new Response(stream, { headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" } }),
  );
}

async function showLead(api: ApiRequest, lead: Lead): Promise<Response> {
  return privateJson(presentLead(lead, await readTimeline(api.db, lead)));
}

async function needLead(kind: LeadKind, { db, address }: ApiRequest): Promise<Lead> {
  const reference = readReference(address);
  const id = reference === null ? null : await findByReference(db, kind, reference);
  const lead = await findLead(db, kind, id ?? address);
  if (!lead) throw new DomainError("missing", "There is nothing at this address.");
  return lead;
}

function filterOf({ limit: _limit, cursor: _cursor, ...query }: LeadQuery): LeadFilter {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return readFilter(new URLSearchParams(given), "all");
}

async function viewerOf({ db, signed }: ApiRequest): Promise<Viewer> {
  const { company } = await readSettings(db);
  return { timeZone: timeZoneOf({ company }), personId: signed?.person.id ?? "" };
}

function actionOf(api: ApiRequest): ActionContext {
  return { actor: actorOf(api), now: api.clock.now() };
}
