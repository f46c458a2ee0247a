import { z } from "zod";
import { endSubscription, findByAddress } from "#app/domain/newsletter/subscribers/change.ts";
import { subscribeVerified } from "#app/domain/newsletter/subscribers/subscribe.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { emailKey } from "#app/lib/text/email.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { type ClientContext, clientContextOf, recordEvent } from "../account-events.ts";
import type { AccountAnswer, AccountRequest } from "../accounts.ts";
import { requireSigned } from "../sessions/identify.ts";

const newsletterSchema = z.strictObject({ wanted: z.boolean(), consentText: plainText({ max: 1000 }) });

/** Subscribes or unsubscribes without a confirmation mail, because the address is verified. */
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

/** @param consentText consent sentence as shown */
export function confirmNewsletter(
  tx: Writing,
  { now, at, network, userAgent }: ClientContext,
  email: string,
  consentText: string,
): Promise<void> {
  const consent = { consentText, sourcePath: "/myprofile", consentedAt: at };
  return subscribeVerified(tx, email, { ...consent, by: "account", network, userAgent, now });
}

async function endNewsletter(tx: Writing, { now }: ClientContext, email: string): Promise<void> {
  const reader = await findByAddress(tx, emailKey(email));
  if (reader) await endSubscription(tx, reader, { status: "unsubscribed", by: "account", now });
}
