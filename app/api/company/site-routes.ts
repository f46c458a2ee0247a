import { z } from "zod";
import { refusals } from "#app/accounts/refusals.ts";
import { privately } from "#app/api/accounts/account-answers.ts";
import { answerRows, json, noContent, pageKeys, privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { needsFreshSession } from "#app/company/sections.ts";
import { mergeSettings, readSettings, readSettingsNow, saveSettings } from "#app/company/settings.ts";
import { settingsSchema } from "#app/company/settings-schema.ts";
import { listNotFound, type NotFoundAddress } from "#app/content/not-found-log.ts";
import { readRedirect } from "#app/content/urls/redirects/list-redirects.ts";
import {
  changeRedirect,
  createRedirect,
  deleteRedirect,
  redirectShape,
} from "#app/content/urls/redirects/save-redirect.ts";
import { write } from "#app/database/database.ts";
import { problem } from "#app/http/responses/refusals.ts";
import { readMail, sendAgain, sendTest } from "#app/mail/outbox/handle-mail.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { outgoingMail, presentMail } from "#app/resources/mail/outgoing-mail.ts";
import { presentRedirect, redirects } from "#app/resources/redirects.ts";
import { emailSchema } from "#app/text/email.ts";
import { dayOf } from "#app/text/moments.ts";
import { chooseDays, readMostRead, readSources, readVisitDays } from "#app/visits/read-visits.ts";

const settingsGroup = "Settings";
const settingsAnswer = namedSchema("Settings", z.looseObject({ company: z.looseObject({}) }));

/** Every word, number and link of the company, for admins. */
export const settingsRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/settings",
    who: "admin",
    name: "readSettings",
    group: settingsGroup,
    summary: "All settings; their version is the ETag",
    answer: settingsAnswer,
    handle: answerSettings,
  }),
  defineRoute({
    method: "patch",
    path: "/settings",
    who: "admin",
    name: "changeSettings",
    group: settingsGroup,
    summary:
      "Change some settings; records are merged, lists take the place of what was there. If-Match names the version. What concerns accounts needs a fresh session",
    body: settingsSchema.partial(),
    answer: settingsAnswer,
    handle: changeSettings,
  }),
];

async function answerSettings({ db }: ApiRequest): Promise<Response> {
  const { version, settings } = await readSettingsNow(db);
  const found = privateJson(settings);
  found.headers.set("etag", `"${version}"`);
  return found;
}

async function changeSettings(api: ApiRequest): Promise<Response> {
  const basedOn = /^(?:W\/)?"(\d{1,9})"$/.exec(api.request.headers.get("if-match") ?? "")?.[1];
  if (basedOn === undefined)
    return problem(428, "Which version?", 'Send If-Match with the version you have seen, such as "7".');
  if (needsFreshSession(Object.keys(api.body)) && !api.signed?.isFresh) throw refusals.stale();
  const save = { actor: actorOf(api), now: api.clock.now(), basedOn: Number(basedOn), part: "by the API" };
  try {
    await write(api.db, async (tx) => {
      const { settings } = await readSettingsNow(tx);
      await saveSettings(tx, mergeSettings(settings, api.body), save);
    });
    return await answerSettings(api);
  } catch (error) {
    if (error instanceof DomainError && error.code === "stale") return answerSettingsClash(api, error);
    throw error;
  }
}

/** Both go back, so that whoever sent this can bring them together. */
async function answerSettingsClash({ db, body }: ApiRequest, refusal: DomainError): Promise<Response> {
  const { version, settings } = await readSettingsNow(db);
  const refused = problem(409, "Changed meanwhile", refusal.message, undefined, refusal.reason);
  const document = { ...Object(await refused.json()), current: { version, data: settings }, yours: body };
  return new Response(JSON.stringify(document), { status: 409, headers: refused.headers });
}

const redirectGroup = "Redirects";

/** What one redirect is stands with the list of them. */
const redirectSchema = redirects.api?.item ?? z.never();

const lostSchema = namedSchema(
  "LostAddress",
  z.strictObject({
    address: z.string(),
    count: z.int(),
    lastAt: z.iso.datetime(),
    referrer: z.string().meta({ description: "Host of a page that led there; empty when none said so" }),
  }),
);

const redirectInput = z.strictObject(redirectShape);
const lostQuery = z.strictObject({
  view: z.enum(["open", "ignored"], "Give one of: open, ignored").prefault("open"),
  ...pageKeys({ limit: 50, cursorFrom: "Link header" }),
});

/** Former addresses, and those that lead nowhere, for admins. */
export const redirectRoutes: readonly Route[] = [
  defineRoute({
    method: "post",
    path: "/redirects",
    who: "admin",
    name: "createRedirect",
    group: redirectGroup,
    summary: "Make a redirect to exactly one of: an entry, a path of this site, an https address of another",
    body: redirectInput,
    answer: redirectSchema,
    handle: answerRedirectCreate,
  }),
  defineRoute({
    method: "get",
    path: "/redirects/:address",
    who: "admin",
    name: "readRedirect",
    group: redirectGroup,
    summary: "One redirect, by its id",
    answer: redirectSchema,
    handle: async ({ db, address }) => privateJson(presentRedirect(await readRedirect(db, address))),
  }),
  defineRoute({
    method: "patch",
    path: "/redirects/:address",
    who: "admin",
    name: "changeRedirect",
    group: redirectGroup,
    summary: "Say anew what a redirect is; all of it",
    body: redirectInput,
    answer: redirectSchema,
    handle: answerRedirectChange,
  }),
  defineRoute({
    method: "delete",
    path: "/redirects/:address",
    who: "admin",
    name: "deleteRedirect",
    group: redirectGroup,
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
    group: redirectGroup,
    summary: "Addresses that led nowhere in the last 30 days, those asked for most first",
    query: lostQuery,
    answer: namedSchema("LostAddressList", z.array(lostSchema)),
    handle: answerLost,
  }),
];

async function answerRedirectCreate(api: ApiRequest): Promise<Response> {
  const id = await write(api.db, (tx) => createRedirect(tx, api.body, redirectActionOf(api)));
  return privateJson(presentRedirect(await readRedirect(api.db, id)), 201);
}

async function answerRedirectChange(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => changeRedirect(tx, api.address, api.body, redirectActionOf(api)));
  return privateJson(presentRedirect(await readRedirect(api.db, api.address)));
}

async function answerRedirectDelete(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => deleteRedirect(tx, api.address, redirectActionOf(api)));
  return noContent();
}

async function answerLost(api: ApiRequest<z.infer<typeof lostQuery>>): Promise<Response> {
  const { cursor, limit, view } = api.query;
  return answerRows(api, await listNotFound(api.db, { limit, after: cursor }, view), showLost);
}

function redirectActionOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now(), publicUrl: api.publicUrl };
}

function showLost({ address, count, lastAt, referrer }: NotFoundAddress): z.infer<typeof lostSchema> {
  return { address, count, lastAt, referrer };
}

const dayField = z.iso.date("Give a day as YYYY-MM-DD");
const visitsQuery = z.strictObject({
  from: dayField.optional().meta({ description: "First day; 29 days before the last unless said otherwise" }),
  to: dayField
    .optional()
    .meta({ description: "Last day, in the company's time zone; today unless said otherwise" }),
});
const viewCounts = {
  views: z.int().meta({ description: "Times a page was read" }),
  visits: z.int().meta({ description: "Views by somebody who did not come from another page of the site" }),
};
const visitsAnswer = namedSchema(
  "Visits",
  z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(z.strictObject({ day: z.iso.date(), ...viewCounts })),
    pages: z
      .array(z.strictObject({ path: z.string(), ...viewCounts }))
      .meta({ description: "The hundred read most; `*` stands for those beyond a thousand a day" }),
    sources: z
      .array(z.strictObject({ host: z.string(), visits: z.int() }))
      .meta({ description: "The fifty hosts that led here most; empty for visits that nobody led" }),
  }),
);

/** How often the site's pages are read. */
export const visitRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/visits",
    who: "editor",
    name: "readVisits",
    group: "Visits",
    summary: "How often pages are read, by day, page and the host that led here; nobody is recognised",
    query: visitsQuery,
    answer: visitsAnswer,
    handle: answerVisits,
  }),
];

async function answerVisits({
  db,
  clock,
  query,
}: ApiRequest<z.infer<typeof visitsQuery>>): Promise<Response> {
  const { company } = await readSettings(db);
  const days = chooseDays(query, dayOf(clock.now(), company.timeZone || "UTC"));
  const answer = json({
    ...days,
    days: await readVisitDays(db, days),
    pages: await readMostRead(db, days, 100),
    sources: await readSources(db, days, 50),
  });
  answer.headers.set("cache-control", "no-store");
  return answer;
}

/** What one mail is stands with the list of them. */
const mailItem = outgoingMail.api?.item ?? z.never();
const testMailBody = z.strictObject({ to: emailSchema("Give an e-mail address") });

const mailGroup = { group: "Mail", who: "admin" } as const;

/** What leaves by mail: read by admins, who may have it sent again. */
export const mailRoutes: readonly Route[] = [
  defineRoute({
    ...mailGroup,
    method: "post",
    path: "/mail/test",
    name: "sendTestMail",
    body: testMailBody,
    summary: "Send a mail to see whether mail arrives",
    answer: mailItem,
    handle: answerTestMail,
  }),
  defineRoute({
    ...mailGroup,
    method: "get",
    path: "/mail/:address",
    name: "readMail",
    summary: "One mail by its id",
    answer: mailItem,
    handle: async ({ db, address }) => privately(presentMail(await readMail(db, address)), 200),
  }),
  defineRoute({
    ...mailGroup,
    method: "post",
    path: "/mail/:address/send-again",
    name: "sendMailAgain",
    status: 200,
    summary: "Try it anew, or send once more what has left; answers the mail it goes by",
    answer: mailItem,
    handle: answerMailAgain,
  }),
];

async function answerMailAgain(api: ApiRequest): Promise<Response> {
  const id = await write(api.db, (tx) => sendAgain(tx, api.address, mailActionOf(api)));
  return privately(presentMail(await readMail(api.db, id)), 200);
}

async function answerTestMail(api: ApiRequest): Promise<Response> {
  const read = testMailBody.safeParse(api.body);
  if (!read.success) throw validationError(read.error.issues);
  const name = api.signed?.person.name ?? "";
  const id = await write(api.db, (tx) => sendTest(tx, { email: read.data.to, name }, mailActionOf(api)));
  return privately(presentMail(await readMail(api.db, id)), 201);
}

function mailActionOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now() };
}
