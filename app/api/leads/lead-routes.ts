import { z } from "zod";
import type { LeadKind } from "#app/leads/lead-kinds.ts";
import { leadChangeSchema, mostLeadsAtOnce } from "#app/leads/workflow/change-leads.ts";
import { outcomeSchema } from "#app/leads/workflow/note-call.ts";
import { noteSchema } from "#app/leads/workflow/notes.ts";
import { replySchema } from "#app/leads/workflow/send-reply.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { defineRoute, type Route } from "../server/route.ts";
import {
  answerChangeAll,
  answerEvents,
  answerExport,
  answerLeadChange,
  answerLeadList,
  answerNote,
  answerNoteChange,
  answerNoteRemoval,
  answerOne,
  answerOutcome,
  answerReply,
} from "./lead-answers.ts";
import { type LeadQuery, leadPageSchema, leadQuerySchema, leadSchema } from "./lead-shape.ts";

const changeAllSchema = z.strictObject({
  ids: z.array(z.string()).min(1).max(mostLeadsAtOnce),
  ...leadChangeSchema.shape,
});
const changedSchema = namedSchema("ChangedLeads", z.strictObject({ changed: z.int() }));
const madeSchema = namedSchema("MadeForLead", z.strictObject({ _id: z.string() }));
const who = "editor" as const;

/** What staff do with messages and calls; sending them in is everybody's and stands in `routes.ts`. */
export const leadRoutes: readonly Route[] = [
  defineRoute<{ after?: string | undefined }>({
    method: "get",
    path: "/contact/events",
    who,
    name: "hearMessages",
    group: "Messages",
    summary: "Server-sent events: ids of what came in and of what was changed, messages and calls alike",
    query: z.strictObject({
      after: z.string().max(40).optional().meta({ description: "Id of the last event heard" }),
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
    summary: "Note how a call went: done, which closes it, or nobody reached",
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
      query: leadQuerySchema,
      answer: leadPageSchema,
      summary: `The ${many} a filter lets through, the newest first unless asked otherwise`,
      handle: (api) => answerLeadList(kind, api),
    }),
    defineRoute<LeadQuery>({
      ...of,
      method: "get",
      path: `${path}/export`,
      name: `export ${many}`,
      query: leadQuerySchema,
      summary: "All of them, as a file for spreadsheets; limit and cursor change nothing",
      answer: "text/csv",
      handle: (api) => answerExport(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: `${path}/:address`,
      name: `read ${one}`,
      answer: leadSchema,
      summary: "One with its record, by its id or reference",
      handle: (api) => answerOne(kind, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path,
      name: `change ${many}`,
      body: changeAllSchema,
      answer: changedSchema,
      summary: "Change several at once: all of them, or none",
      handle: (api) => answerChangeAll(kind, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path: `${path}/:address`,
      name: `change ${one}`,
      body: leadChangeSchema,
      summary: "Where it stands, who answers, until when it is put off",
      answer: leadSchema,
      handle: (api) => answerLeadChange(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: `${path}/:address/replies`,
      name: `answer ${one}`,
      body: replySchema,
      summary: "Answer by mail",
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
      summary: "Write a note for the others of the staff",
      answer: madeSchema,
      handle: (api) => answerNote(kind, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path: `${path}/:address/notes/:note`,
      name: `change note of ${one}`,
      summary: "Change a note; how it read before is kept",
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
      summary: "Take a note out of sight",
      status: 204,
      answer: "nothing",
      handle: answerNoteRemoval,
    }),
  ];
}
