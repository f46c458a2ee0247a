import { z } from "zod";
import { endSubscriptions, restoreSubscriptions } from "#app/domain/newsletter/subscribers/change.ts";
import { findSubscriber } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { presentSubscriber, subscribers } from "#app/ops/resources/subscribers/subscribers.ts";
import { notFoundProblem, privateJson } from "../server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, type Route } from "../server/route.ts";

/** Schema of a subscriber, defined by the list of subscribers. */
const subscriberItem = subscribers.api?.item ?? z.never();

const subscriberChange = z.strictObject({
  status: z
    .enum(["unsubscribed", "complained", "restored"], "Enter unsubscribed, complained or restored")
    .meta({
      description: "Staff can end a subscription and restore one that staff ended, but not create one",
    }),
});

const subscribersGroup = { group: "Newsletter", who: "editor" } as const;

/** Changes to one subscriber. */
export const subscriberRoutes: readonly Route[] = [
  defineRoute({
    ...subscribersGroup,
    method: "get",
    path: "/subscribers/:address",
    name: "readSubscriber",
    summary: "Read a subscriber by id",
    answer: subscriberItem,
    handle: answerSubscriber,
  }),
  defineRoute({
    ...subscribersGroup,
    method: "patch",
    path: "/subscribers/:address",
    name: "changeSubscriber",
    body: subscriberChange,
    summary: "End or restore a subscription",
    answer: subscriberItem,
    handle: answerSubscriberChange,
  }),
];

async function answerSubscriber({ db, address }: ApiRequest): Promise<Response> {
  const row = await findSubscriber(db, address);
  return row ? privateJson(presentSubscriber(row)) : notFoundProblem();
}

async function answerSubscriberChange(api: ApiRequest): Promise<Response> {
  const { status } = checkInput(subscriberChange, api.body);
  if (!(await findSubscriber(api.db, api.address))) return notFoundProblem();
  const actionContext = { actor: actorOf(api), now: api.clock.now() };
  const done =
    status === "restored"
      ? await restoreSubscriptions(api.db, [api.address], actionContext)
      : (await endSubscriptions(api.db, [api.address], status, actionContext)).length;
  if (done === 0)
    throw new DomainError("in-use", "This subscription can't be restored, because the subscriber ended it.");
  return answerSubscriber(api);
}
