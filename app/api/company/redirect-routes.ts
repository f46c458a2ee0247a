import { z } from "zod";
import { listNotFound, type NotFoundAddress } from "#app/content/not-found/list-not-found.ts";
import {
  type ListedRedirect,
  listRedirects,
  readRedirect,
} from "#app/content/urls/redirects/list-redirects.ts";
import { redirectShape } from "#app/content/urls/redirects/redirect-input.ts";
import { changeRedirect, createRedirect, deleteRedirect } from "#app/content/urls/redirects/save-redirect.ts";
import { write } from "#app/database/database.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { answerRows, noContent, pageKeys, privateJson, wordsField } from "../server/page-of-rows.ts";
import { type ApiRequest, actorOf, defineRoute, type Route } from "../server/route.ts";

const group = "Redirects";

const redirectSchema = namedSchema(
  "Redirect",
  z.strictObject({
    _id: z.string(),
    from: z.string(),
    entry: z.string().nullable().meta({ description: "Id of the entry it follows" }),
    path: z.string().nullable(),
    url: z.string().nullable(),
    end: z.string().nullable().meta({ description: "Where a visitor ends up; null for nowhere" }),
    createdAt: z.iso.datetime(),
  }),
);

const lostSchema = namedSchema(
  "LostAddress",
  z.strictObject({
    address: z.string(),
    count: z.int(),
    lastAt: z.iso.datetime(),
    referrer: z.string().meta({ description: "Host of a page that led there; empty when none said so" }),
  }),
);

const input = z.strictObject(redirectShape);
const listQuery = z.strictObject({
  q: wordsField.meta({ description: "Part of the former address, or of where it leads" }),
  ...pageKeys({ limit: 50, cursorFrom: "Link header" }),
});
const lostQuery = z.strictObject({
  view: z.enum(["open", "ignored"], "Give one of: open, ignored").prefault("open"),
  ...pageKeys({ limit: 50, cursorFrom: "Link header" }),
});

/** Former addresses, and those that lead nowhere, for admins. */
export const redirectRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/redirects",
    who: "admin",
    name: "listRedirects",
    group,
    summary: "The redirects, the newest first",
    query: listQuery,
    answer: namedSchema("RedirectList", z.array(redirectSchema)),
    handle: answerList,
  }),
  defineRoute({
    method: "post",
    path: "/redirects",
    who: "admin",
    name: "createRedirect",
    group,
    summary: "Make a redirect to exactly one of: an entry, a path of this site, an https address of another",
    body: input,
    answer: redirectSchema,
    handle: answerCreate,
  }),
  defineRoute({
    method: "get",
    path: "/redirects/:address",
    who: "admin",
    name: "readRedirect",
    group,
    summary: "One redirect, by its id",
    answer: redirectSchema,
    handle: async ({ db, address }) => privateJson(show(await readRedirect(db, address))),
  }),
  defineRoute({
    method: "patch",
    path: "/redirects/:address",
    who: "admin",
    name: "changeRedirect",
    group,
    summary: "Say anew what a redirect is; all of it",
    body: input,
    answer: redirectSchema,
    handle: answerChange,
  }),
  defineRoute({
    method: "delete",
    path: "/redirects/:address",
    who: "admin",
    name: "deleteRedirect",
    group,
    summary: "Delete a redirect",
    answer: "nothing",
    status: 204,
    handle: answerDelete,
  }),
  defineRoute({
    method: "get",
    path: "/not-found",
    who: "admin",
    name: "listNotFound",
    group,
    summary: "Addresses that led nowhere in the last 30 days, those asked for most first",
    query: lostQuery,
    answer: namedSchema("LostAddressList", z.array(lostSchema)),
    handle: answerLost,
  }),
];

async function answerList(api: ApiRequest<z.infer<typeof listQuery>>): Promise<Response> {
  const { cursor, ...query } = api.query;
  return answerRows(api, await listRedirects(api.db, { ...query, after: cursor }), show);
}

async function answerCreate(api: ApiRequest): Promise<Response> {
  const id = await write(api.db, (tx) => createRedirect(tx, api.body, actionOf(api)));
  return privateJson(show(await readRedirect(api.db, id)), 201);
}

async function answerChange(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => changeRedirect(tx, api.address, api.body, actionOf(api)));
  return privateJson(show(await readRedirect(api.db, api.address)));
}

async function answerDelete(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => deleteRedirect(tx, api.address, actionOf(api)));
  return noContent();
}

async function answerLost(api: ApiRequest<z.infer<typeof lostQuery>>): Promise<Response> {
  const { cursor, limit, view } = api.query;
  return answerRows(api, await listNotFound(api.db, { limit, after: cursor }, view), showLost);
}

function actionOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now(), publicUrl: api.publicUrl };
}

function show({ id, from, to, end, createdAt }: ListedRedirect): z.infer<typeof redirectSchema> {
  return { _id: id, from, entry: null, path: null, url: null, ...to, end, createdAt };
}

function showLost({ address, count, lastAt, referrer }: NotFoundAddress): z.infer<typeof lostSchema> {
  return { address, count, lastAt, referrer };
}
