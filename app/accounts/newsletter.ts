import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/check.ts";
import { newReference } from "#app/leads/reference.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { Accounts } from "./accounts.ts";
import { type Circumstances, circumstancesOf, recordEvent } from "./circumstances.ts";
import { requireSigned } from "./identify.ts";
import type { World } from "./parts.ts";

const newsletterSchema = z.strictObject({ wanted: z.boolean(), consentText: plainText({ max: 1000 }) });

/** The address is proven already: there is nothing left to confirm. */
export const setNewsletter =
  (world: World): Accounts["setNewsletter"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { person } = await requireSigned(world, asking);
    const { wanted, consentText } = checkInput(newsletterSchema, input);
    await write(world.db, async (tx) => {
      if (wanted) await confirmNewsletter(tx, here, person.email, consentText);
      else await endNewsletter(tx, here, person.email);
      const action = wanted ? "newsletter-on" : "newsletter-off";
      await recordEvent(tx, here, { actor: person.id, action, subject: person.id });
    });
    return { cookies: [] };
  };

/** @param consentText the sentence agreed to, as shown */
export async function confirmNewsletter(
  tx: Writing,
  here: Circumstances,
  email: string,
  consentText: string,
): Promise<void> {
  const given = { status: "confirmed" as const, consent_text: consentText, updated_at: here.at };
  const known = await tx.query
    .updateTable("subscribers")
    .set(given)
    .where("email_key", "=", emailKey(email))
    .executeTakeFirst();
  if (Number(known.numUpdatedRows) > 0) return;
  await tx.query
    .insertInto("subscribers")
    .values({
      ...{
        id: newId(),
        reference: newReference(),
        email,
        email_key: emailKey(email),
        source_path: "/myprofile",
      },
      ...{ network: here.network, user_agent: here.userAgent, spam_reasons: "", idempotency_key: null },
      ...{ fingerprint: "", created_at: here.at, ...given },
    })
    .execute();
}

async function endNewsletter(tx: Writing, { at }: Circumstances, email: string): Promise<void> {
  await tx.query
    .updateTable("subscribers")
    .set({ status: "unsubscribed", updated_at: at })
    .where("email_key", "=", emailKey(email))
    .execute();
}
