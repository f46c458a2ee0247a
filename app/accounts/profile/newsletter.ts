import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { endSubscription, findByAddress } from "#app/leads/subscribers/change.ts";
import { subscribeProven } from "#app/leads/subscribers/subscribe.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { emailKey } from "#app/text/email.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { AccountContext } from "../account-context.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { requireSigned } from "../sessions/identify.ts";

const newsletterSchema = z.strictObject({ wanted: z.boolean(), consentText: plainText({ max: 1000 }) });

/** The address is proven already: there is nothing left to confirm. */
export async function setNewsletter(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  input: { wanted: boolean; consentText: string },
): Promise<AccountAnswer> {
  const here = clientContextOf(ctx, accountRequest);
  const { person } = await requireSigned(ctx, accountRequest);
  const { wanted, consentText } = checkInput(newsletterSchema, input);
  await write(ctx.db, async (tx) => {
    if (wanted) await confirmNewsletter(tx, here, person.email, consentText);
    else await endNewsletter(tx, here, person.email);
    const action = wanted ? "newsletter-on" : "newsletter-off";
    await recordEvent(tx, here, { actor: person.id, action, subject: person.id });
  });
  return { cookies: [] };
}

/** @param consentText the sentence agreed to, as shown */
export function confirmNewsletter(
  tx: Writing,
  { now, at, network, userAgent }: ClientContext,
  email: string,
  consentText: string,
): Promise<void> {
  const consent = { consentText, sourcePath: "/myprofile", consentedAt: at };
  return subscribeProven(tx, email, { ...consent, by: "account", network, userAgent, now });
}

async function endNewsletter(tx: Writing, { now }: ClientContext, email: string): Promise<void> {
  const reader = await findByAddress(tx, emailKey(email));
  if (reader) await endSubscription(tx, reader, { status: "unsubscribed", by: "account", now });
}
