import { z } from "zod";
import { endByStaff, restoreEnded } from "#app/leads/subscribers/change.ts";
import { findSubscriber, listSubscribers, subscriberStatuses } from "#app/leads/subscribers/list.ts";
import type { Subscriber } from "#app/leads/subscribers/subscriber.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { searchWords } from "#app/text/search-words.ts";
import { privately } from "../accounts/account-answers.ts";
import { notFoundProblem } from "../server/answers.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { pageKeys } from "../server/page-of-rows.ts";
import { type ApiRequest, actorOf, defineRoute, type Route } from "../server/route.ts";

const moment = z.iso.datetime().nullable();

const subscriberSchema = namedSchema(
  "Subscriber",
  z.strictObject({
    _id: z.string(),
    reference: z.string(),
    email: z.string(),
    status: z.enum(subscriberStatuses),
    consent: z.strictObject({ text: z.string(), at: moment, page: z.string() }),
    confirmedAt: moment,
    confirmedBy: z.string(),
    endedAt: moment,
    endedBy: z.string(),
    endedWhy: z.string(),
    createdAt: moment,
    updatedAt: moment,
  }),
);
const pageSchema = namedSchema(
  "SubscriberPage",
  z.strictObject({ subscribers: z.array(subscriberSchema), next: z.string().nullable() }),
);

const query = z.strictObject({
  status: z.enum(subscriberStatuses, `Give one of: ${subscriberStatuses.join(", ")}`).optional(),
  q: searchWords.meta({ description: "A part of the address" }),
  ...pageKeys({ limit: 50, cursorFrom: "body" }),
});

const change = z.strictObject({
  status: z
    .enum(["unsubscribed", "complained", "restored"], "Give unsubscribed, complained or restored")
    .meta({
      description: "Staff can end a subscription, and take back what staff ended; nobody can begin one",
    }),
});

const of = { group: "Newsletter", who: "editor" } as const;

/** Who reads the newsletter. */
export const subscriberRoutes: readonly Route[] = [
  defineRoute({
    ...of,
    method: "get",
    path: "/subscribers",
    name: "listSubscribers",
    query,
    summary: "One page of subscribers with the proof of their consent, the newest first",
    answer: pageSchema,
    handle: answerSubscribers,
  }),
  defineRoute({
    ...of,
    method: "get",
    path: "/subscribers/:address",
    name: "readSubscriber",
    summary: "One subscriber by its id",
    answer: subscriberSchema,
    handle: answerSubscriber,
  }),
  defineRoute({
    ...of,
    method: "patch",
    path: "/subscribers/:address",
    name: "changeSubscriber",
    body: change,
    summary: "End a subscription, or take that back",
    answer: subscriberSchema,
    handle: answerChange,
  }),
];

async function answerSubscribers({ db, query: asked }: ApiRequest<z.infer<typeof query>>): Promise<Response> {
  const { limit, cursor: after, ...filter } = asked;
  const { rows, next } = await listSubscribers(db, filter, { limit, after });
  return privately({ subscribers: rows.map(present), next }, 200);
}

async function answerSubscriber({ db, address }: ApiRequest): Promise<Response> {
  const row = await findSubscriber(db, address);
  return row ? privately(present(row), 200) : notFoundProblem();
}

async function answerChange(api: ApiRequest): Promise<Response> {
  const read = change.safeParse(api.body);
  if (!read.success) throw validationError(read.error.issues);
  if (!(await findSubscriber(api.db, api.address))) return notFoundProblem();
  const actionContext = { actor: actorOf(api), now: api.clock.now() };
  const { status } = read.data;
  const done =
    status === "restored"
      ? await restoreEnded(api.db, [api.address], actionContext)
      : (await endByStaff(api.db, [api.address], status, actionContext)).length;
  if (done === 0)
    throw new DomainError("in-use", "This subscription can't be changed so: its reader ended it.");
  return answerSubscriber(api);
}

function present(row: Subscriber) {
  return {
    _id: row.id,
    reference: row.reference,
    email: row.email,
    status: row.status,
    consent: { text: row.consent_text, at: row.consented_at, page: row.source_path },
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    endedWhy: row.ended_why,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
