import { z } from "zod";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import { type Campaign, campaignInputSchema } from "#app/domain/newsletter/campaign.ts";
import {
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  listCampaigns,
  readCampaign,
  saveCampaign,
} from "#app/domain/newsletter/campaigns.ts";
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendCampaignTest,
  unscheduleCampaign,
} from "#app/domain/newsletter/send.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { noContent, pageKeys, privateJson } from "../server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "../server/route.ts";

const moment = z.iso.datetime().nullable();
const states = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] as const;

const campaignSchema = namedSchema(
  "Newsletter",
  z.strictObject({
    _id: z.string(),
    subject: z.string(),
    preview: z.string(),
    body: z.looseObject({}),
    isPublic: z.boolean(),
    state: z.enum(states),
    version: z.int(),
    note: z.string(),
    path: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
    sendAt: moment,
    startedAt: moment,
    finishedAt: moment,
    figures: z.strictObject({
      total: z.int(),
      sent: z.int(),
      stored: z.int().meta({ description: "Not sent because no mail server is configured" }),
      failed: z.int(),
      cancelled: z.int(),
      unsubscribed: z.int(),
    }),
  }),
);
const campaignPageSchema = namedSchema(
  "NewsletterPage",
  z.strictObject({ newsletters: z.array(campaignSchema), next: z.string().nullable() }),
);
const campaignsQuery = z.strictObject({
  state: z.enum(states, `Enter one of: ${states.join(", ")}`).optional(),
  ...pageKeys({ limit: 50, cursorFrom: "body" }),
});
const changeBody = campaignInputSchema.partial().extend({ version: z.int().optional() });
const sendBody = z.strictObject({
  at: z.iso
    .datetime("Enter a time in UTC, such as 2026-03-01T10:00:00.000Z")
    .optional()
    .meta({ description: "Time of sending; the default is now" }),
});

const newsletterGroup = { group: "Newsletter", who: "editor" } as const;

/** Actions on a newsletter that need no body. */
const campaignSteps = [
  {
    step: "call-back",
    name: "callNewsletterBack",
    summary: "Cancel the schedule and make it a draft again",
    take: unscheduleCampaign,
  },
  {
    step: "pause",
    name: "pauseNewsletter",
    summary: "Pause sending",
    take: pauseCampaign,
  },
  {
    step: "resume",
    name: "resumeNewsletter",
    summary: "Resume sending",
    take: resumeCampaign,
  },
  {
    step: "cancel",
    name: "cancelNewsletter",
    summary: "Cancel the remaining mails permanently",
    take: cancelCampaign,
  },
] as const;

/** Newsletters and their actions. */
export const newsletterRoutes: readonly Route[] = [
  defineRoute({
    ...newsletterGroup,
    method: "get",
    path: "/newsletters",
    name: "listNewsletters",
    query: campaignsQuery,
    summary: "List newsletters, newest first",
    answer: campaignPageSchema,
    handle: answerCampaigns,
  }),
  defineRoute({
    ...newsletterGroup,
    method: "post",
    path: "/newsletters",
    name: "addNewsletter",
    body: campaignInputSchema,
    summary: 'Create a draft; `body` is rich text or `{ "markdown": … }`',
    answer: campaignSchema,
    handle: (api) => beginCampaign(api, (tx, actionContext) => createCampaign(tx, api.body, actionContext)),
  }),
  defineRoute({
    ...newsletterGroup,
    method: "get",
    path: "/newsletters/:address",
    name: "readNewsletter",
    summary: "Read a newsletter by id, with its delivery counts",
    answer: campaignSchema,
    handle: (api) => answerCampaign(api, api.address),
  }),
  defineRoute({
    ...newsletterGroup,
    method: "patch",
    path: "/newsletters/:address",
    name: "changeNewsletter",
    body: changeBody,
    summary: "Change a draft; omitted fields stay unchanged. With `version`, only if it is the newest",
    answer: campaignSchema,
    handle: answerChange,
  }),
  defineRoute({
    ...newsletterGroup,
    method: "delete",
    path: "/newsletters/:address",
    name: "deleteNewsletter",
    status: 204,
    summary: "Delete a draft",
    answer: "nothing",
    async handle(api) {
      await write(api.db, (tx) => deleteCampaign(tx, api.address, actionOf(api)));
      return noContent();
    },
  }),
  defineRoute({
    ...newsletterGroup,
    method: "post",
    path: "/newsletters/:address/send",
    name: "sendNewsletter",
    status: 200,
    summary: "Send to every confirmed subscriber, now or at a given time",
    body: sendBody,
    answer: campaignSchema,
    handle: answerSend,
  }),
  defineRoute({
    ...newsletterGroup,
    method: "post",
    path: "/newsletters/:address/test",
    name: "testNewsletter",
    status: 200,
    summary: "Send one copy to the caller; it is not counted",
    answer: campaignSchema,
    handle: (api) =>
      changeCampaign(api, (tx, id, actionContext) => sendCampaignTest(tx, id, emailOf(api), actionContext)),
  }),
  defineRoute({
    ...newsletterGroup,
    method: "post",
    path: "/newsletters/:address/duplicate",
    name: "duplicateNewsletter",
    summary: "Copy to a new draft",
    answer: campaignSchema,
    handle: (api) =>
      beginCampaign(api, (tx, actionContext) => duplicateCampaign(tx, api.address, actionContext)),
  }),
  ...campaignSteps.map(({ step, name, summary, take }) =>
    defineRoute({
      ...newsletterGroup,
      method: "post",
      path: `/newsletters/:address/${step}`,
      name,
      summary,
      status: 200,
      answer: campaignSchema,
      handle: (api) => changeCampaign(api, take),
    }),
  ),
];

async function answerCampaigns({
  db,
  query: filters,
}: ApiRequest<z.infer<typeof campaignsQuery>>): Promise<Response> {
  const { state, cursor: after, limit } = filters;
  const { rows, next } = await listCampaigns(db, { states: state && [state] }, { limit, after });
  return privateJson({ newsletters: rows.map(presentCampaign), next });
}

async function beginCampaign(
  api: ApiRequest,
  work: (tx: Writing, actionContext: ActionContext) => Promise<string>,
): Promise<Response> {
  const id = await write(api.db, (tx) => work(tx, actionOf(api)));
  return privateJson(presentCampaign(await readCampaign(api.db, id)), 201);
}

async function answerChange(api: ApiRequest): Promise<Response> {
  const { version: basedOn } = checkInput(changeBody, api.body);
  const { version: _, ...sent } = api.body;
  return changeCampaign(api, async (tx, id, actionContext) => {
    const { subject, preview, body, isPublic } = await readCampaign(tx, id);
    await saveCampaign(tx, id, { subject, preview, body, isPublic, ...sent }, { ...actionContext, basedOn });
  });
}

async function answerSend(api: ApiRequest): Promise<Response> {
  const { at } = checkInput(sendBody, api.body);
  return changeCampaign(api, (tx, id, actionContext) =>
    scheduleCampaign(tx, id, at ? new Date(at) : actionContext.now, actionContext),
  );
}

async function changeCampaign(
  api: ApiRequest,
  work: (tx: Writing, id: string, actionContext: ActionContext) => Promise<unknown>,
): Promise<Response> {
  await write(api.db, (tx) => work(tx, api.address, actionOf(api)));
  return answerCampaign(api, api.address);
}

async function answerCampaign({ db }: ApiRequest, id: string): Promise<Response> {
  return privateJson(presentCampaign(await readCampaign(db, id)));
}

function actionOf(api: ApiRequest): ActionContext {
  return { actor: actorOf(api), now: api.clock.now() };
}

function emailOf({ signed }: ApiRequest): string {
  if (!signed) throw new DomainError("forbidden", "Sign in to receive a test copy.");
  return signed.person.email;
}

function presentCampaign({ id, slug, ...campaign }: Campaign) {
  return {
    _id: id,
    ...campaign,
    path: campaign.startedAt && campaign.isPublic ? `/newsletter/archive/${encodeURIComponent(slug)}` : null,
  };
}
