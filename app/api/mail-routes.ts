import { z } from "zod";
import { privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, type Route } from "#app/api/server/route.ts";
import { readMail, sendAgain, sendTest } from "#app/domain/mail/outbox/handle-mail.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailSchema } from "#app/lib/text/email.ts";
import { outgoingMail, presentMail } from "#app/ops/resources/mail/outgoing-mail.ts";
import { write } from "#app/platform/database/database.ts";

const mailItem = outgoingMail.api?.item ?? z.never();
const testMailBody = z.strictObject({ to: emailSchema("Enter an e-mail address") });

const mailGroup = { group: "Mail", who: "admin" } as const;

/** Outgoing mail, for admins, who may resend it. */
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
    handle: async ({ db, address }) => privateJson(presentMail(await readMail(db, address))),
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
  const id = await write(api.db, (tx) => sendAgain(tx, api.address, actionOf(api)));
  return privateJson(presentMail(await readMail(api.db, id)));
}

async function answerTestMail(api: ApiRequest): Promise<Response> {
  const { to } = checkInput(testMailBody, api.body);
  const name = api.signed?.person.name ?? "";
  const id = await write(api.db, (tx) => sendTest(tx, { email: to, name }, actionOf(api)));
  return privateJson(presentMail(await readMail(api.db, id)), 201);
}

function actionOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now() };
}
