import { z } from "zod";
import { type DeedRow, listDeeds } from "#app/audit/list-deeds.ts";
import { named } from "./named-schemas.ts";
import { answerRows, pageKeys, wordsField } from "./page-of-rows.ts";
import { type ApiRequest, defineRoute, type Route } from "./route.ts";

const deedSchema = named(
  "Deed",
  z.strictObject({
    _id: z.string(),
    at: z.iso.datetime(),
    actor: z.string().meta({ description: "Id of a person, or a part of the product" }),
    action: z.string(),
    subject: z.string(),
    detail: z.string(),
    requestId: z.string(),
  }),
);

const moment = z.iso.datetime("Give a moment in UTC, such as 2026-03-01T00:00:00Z");
const querySchema = z.strictObject({
  actor: wordsField,
  action: wordsField,
  subject: wordsField,
  from: moment.optional(),
  to: moment.optional().meta({ description: "That moment itself is left out" }),
  ...pageKeys({ limit: 50, cursorFrom: "Link header" }),
});

/** The record of who did what, for admins. */
export const auditRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/audit",
    who: "admin",
    name: "listAudit",
    group: "Audit",
    summary: "Who did what, the latest first",
    query: querySchema,
    answer: named("DeedList", z.array(deedSchema)),
    handle: answerDeeds,
  }),
];

async function answerDeeds(api: ApiRequest<z.infer<typeof querySchema>>): Promise<Response> {
  const { cursor, ...query } = api.query;
  return answerRows(api, await listDeeds(api.db, { ...query, after: cursor }), show);
}

function show({ id, ...row }: DeedRow): z.infer<typeof deedSchema> {
  return { _id: id, ...row };
}
