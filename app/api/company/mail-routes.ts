import { z } from "zod";
import { write } from "#app/database/database.ts";
import type { OutboxRow } from "#app/mail/outbox/claims.ts";
import { sendAgain, sendTest } from "#app/mail/outbox/handle-mail.ts";
import { listMail, mailStatuses, readMail } from "#app/mail/outbox/list-mail.ts";
import { priorities } from "#app/mail/outbox/outbox.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { emailSchema } from "#app/text/email.ts";
import { searchWords } from "#app/text/search-words.ts";
import { privately } from "../accounts/account-answers.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { pageKeys } from "../server/page-of-rows.ts";
import { type ApiRequest, actorOf, defineRoute, type Route } from "../server/route.ts";

const moment = z.iso.datetime().nullable();

const mailSchema = namedSchema(
  "Mail",
  z.strictObject({
    _id: z.string(),
    to: z.string(),
    subject: z.string(),
    template: z.string(),
    status: z.enum(mailStatuses),
    attempts: z.int(),
    lastError: z.string(),
    batch: z.string().nullable(),
    createdAt: moment,
    nextAttemptAt: moment,
    sentAt: moment,
    expiresAt: moment,
  }),
);
const pageSchema = namedSchema(
  "MailPage",
  z.strictObject({ mail: z.array(mailSchema), next: z.string().nullable() }),
);

const query = z.strictObject({
  status: z.enum(mailStatuses, `Give one of: ${mailStatuses.join(", ")}`).optional(),
  template: z.string().max(60).optional(),
  q: searchWords.meta({ description: "A part of the address or the subject" }),
  to: z
    .enum(["one", "many"], "Give one or many")
    .prefault("one")
    .meta({ description: "Letters, or newsletters" }),
  ...pageKeys({ limit: 50, cursorFrom: "body" }),
});
const testBody = z.strictObject({ to: emailSchema("Give an e-mail address") });

const of = { group: "Mail", who: "admin" } as const;

/** What leaves by mail: read by admins, who may have it sent again. */
export const mailRoutes: readonly Route[] = [
  defineRoute({
    ...of,
    method: "get",
    path: "/mail",
    name: "listMail",
    query,
    summary: "One page of the outbox, the newest first; what mails say is not part of it",
    answer: pageSchema,
    handle: answerMail,
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/mail/test",
    name: "sendTestMail",
    body: testBody,
    summary: "Send a mail to see whether mail arrives",
    answer: mailSchema,
    handle: answerTest,
  }),
  defineRoute({
    ...of,
    method: "get",
    path: "/mail/:address",
    name: "readMail",
    summary: "One mail by its id",
    answer: mailSchema,
    handle: async ({ db, address }) => privately(present(await readMail(db, address)), 200),
  }),
  defineRoute({
    ...of,
    method: "post",
    path: "/mail/:address/send-again",
    name: "sendMailAgain",
    status: 200,
    summary: "Try it anew, or send once more what has left; answers the mail it goes by",
    answer: mailSchema,
    handle: answerAgain,
  }),
];

async function answerMail({ db, query: asked }: ApiRequest<z.infer<typeof query>>): Promise<Response> {
  const { limit, cursor: after, to, ...filter } = asked;
  const lane = to === "many" ? priorities.bulk : priorities.letters;
  const { rows, next } = await listMail(db, { ...filter, lane }, { limit, after });
  return privately({ mail: rows.map(present), next }, 200);
}

async function answerAgain(api: ApiRequest): Promise<Response> {
  const id = await write(api.db, (tx) => sendAgain(tx, api.address, actionOf(api)));
  return privately(present(await readMail(api.db, id)), 200);
}

async function answerTest(api: ApiRequest): Promise<Response> {
  const read = testBody.safeParse(api.body);
  if (!read.success) throw validationError(read.error.issues);
  const name = api.signed?.person.name ?? "";
  const id = await write(api.db, (tx) => sendTest(tx, { email: read.data.to, name }, actionOf(api)));
  return privately(present(await readMail(api.db, id)), 201);
}

function actionOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now() };
}

function present(row: Omit<OutboxRow, "content">) {
  return {
    _id: row.id,
    to: row.to_address,
    subject: row.subject,
    template: row.template,
    status: row.status,
    attempts: row.attempts,
    lastError: row.last_error,
    batch: row.batch,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
  };
}
