import { z } from "zod";
import { answerRows, noContent, pageKeys, privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { listNotFound, type NotFoundAddress } from "#app/domain/content/not-found-log.ts";
import { readRedirect } from "#app/domain/content/urls/redirects/list-redirects.ts";
import {
  changeRedirect,
  createRedirect,
  deleteRedirect,
  redirectShape,
} from "#app/domain/content/urls/redirects/save-redirect.ts";
import { presentRedirect, redirects } from "#app/ops/resources/redirects.ts";
import { write } from "#app/platform/database/database.ts";

const group = "Redirects";

/** Schema of a redirect, defined by the list of redirects. */
const redirectSchema = redirects.api?.item ?? z.never();

const lostSchema = namedSchema(
  "LostAddress",
  z.strictObject({
    address: z.string(),
    count: z.int(),
    lastAt: z.iso.datetime(),
    referrer: z.string().meta({ description: "Host of a linking page; empty if unknown" }),
  }),
);

const redirectInput = z.strictObject(redirectShape);
const lostQuery = z.strictObject({
  view: z.enum(["open", "ignored"], "Enter one of: open, ignored").prefault("open"),
  ...pageKeys({ limit: 50, cursorFrom: "Link header" }),
});

/** Redirects and missing addresses, for admins. */
export const redirectRoutes: readonly Route[] = [
  defineRoute({
    method: "post",
    path: "/redirects",
    who: "admin",
    name: "createRedirect",
    group,
    summary: "Create a redirect to exactly one of: an entry, a path of this site, an external https URL",
    body: redirectInput,
    answer: redirectSchema,
    handle: answerRedirectCreate,
  }),
  defineRoute({
    method: "get",
    path: "/redirects/:address",
    who: "admin",
    name: "readRedirect",
    group,
    summary: "Read a redirect by id",
    answer: redirectSchema,
    handle: async ({ db, address }) => privateJson(presentRedirect(await readRedirect(db, address))),
  }),
  defineRoute({
    method: "patch",
    path: "/redirects/:address",
    who: "admin",
    name: "changeRedirect",
    group,
    summary: "Replace all fields of a redirect",
    body: redirectInput,
    answer: redirectSchema,
    handle: answerRedirectChange,
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
    handle: answerRedirectDelete,
  }),
  defineRoute({
    method: "get",
    path: "/not-found",
    who: "admin",
    name: "listNotFound",
    group,
    summary: "Addresses that returned 404 in the last 30 days, most requested first",
    query: lostQuery,
    answer: namedSchema("LostAddressList", z.array(lostSchema)),
    handle: answerLost,
  }),
];

async function answerRedirectCreate(api: ApiRequest): Promise<Response> {
  const id = await write(api.db, (tx) => createRedirect(tx, api.body, actionOf(api)));
  return privateJson(presentRedirect(await readRedirect(api.db, id)), 201);
}

async function answerRedirectChange(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => changeRedirect(tx, api.address, api.body, actionOf(api)));
  return privateJson(presentRedirect(await readRedirect(api.db, api.address)));
}

async function answerRedirectDelete(api: ApiRequest): Promise<Response> {
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

function showLost({ address, count, lastAt, referrer }: NotFoundAddress): z.infer<typeof lostSchema> {
  return { address, count, lastAt, referrer };
}
