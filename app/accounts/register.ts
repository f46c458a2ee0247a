import { z } from "zod";
import { type Writing, write } from "#app/database/database.ts";
import { countAttempt } from "#app/http/limits.ts";
import { checkInput } from "#app/leads/check.ts";
import { queueMail } from "#app/mail/outbox.ts";
import { hashSecret, newSecret } from "#app/platform/bearer-secret.ts";
import { newId } from "#app/platform/id.ts";
import { emailKey, emailSchema } from "#app/text/email.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { Accounts, Asking, Registration } from "./accounts.ts";
import { type Circumstances, circumstancesOf, later, recordEvent } from "./circumstances.ts";
import { createCookieJar } from "./cookies.ts";
import { askingLimits, countFirst, mailLimits, registrationLimits } from "./limits.ts";
import type { World } from "./parts.ts";
import { hashPassword } from "./password.ts";
import { checkNewPassword, passwordField } from "./password-rules.ts";
import { findUserByEmail } from "./people.ts";

/** How long mailed links are good, in milliseconds. */
export const linkMs = 30 * 60_000;

export const nameField = plainText({ max: 120 }).pipe(z.string().min(1, "Write your name"));

export const registrationSchema = z.strictObject({
  name: nameField,
  email: emailSchema("Write your e-mail address"),
  password: passwordField,
  passwordAgain: passwordField,
  consent: z.literal(true, "Please agree that we keep these details for your account"),
  newsletter: z.boolean("Write true or false").default(false),
});

/** What a person agrees to with an account, word for word. */
export const accountConsent = "You may keep these details for my account until I delete it.";

/** Waits for a proof of the address. A known address is told by mail, and only there. */
export async function register(world: World, asking: Asking, input: Registration) {
  const here = circumstancesOf(world, asking);
  const sent = checkInput(registrationSchema, input);
  await checkNewPassword(world, sent, [sent.name, sent.email]);
  await countFirst(world, registrationLimits(here.network), here);
  const password = await hashPassword(sent.password);
  const browser = newSecret();
  await write(world.db, async (tx) => {
    await countAttempt(tx, mailLimits(sent.email), here.now);
    await insertAndMail(world, tx, here, { ...sent, password, browser: hashSecret(browser) });
  });
  return { cookies: [createCookieJar(world.publicUrl).set("registration", browser, linkMs / 1000)] };
}

/** Sends a new link to what this browser registered; the answer is the same for everything. */
export const resendVerification =
  (world: World): Accounts["resendVerification"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { email } = checkInput(z.strictObject({ email: emailSchema("Write your e-mail address") }), input);
    await countFirst(world, askingLimits(here.network), here);
    const browser = createCookieJar(world.publicUrl).read(asking.request, "registration");
    await write(world.db, async (tx) => {
      await countAttempt(tx, mailLimits(email), here.now);
      const waiting = await tx.query
        .selectFrom("registrations")
        .selectAll()
        .where("browser", "=", hashSecret(browser ?? ""))
        .where("email_key", "=", emailKey(email))
        .where("expires_at", ">", here.at)
        .executeTakeFirst();
      if (!waiting) return;
      await tx.query.deleteFrom("registrations").where("id", "=", waiting.id).execute();
      await insertAndMail(world, tx, here, { ...waiting, newsletter: waiting.newsletter === 1 });
    });
  };

interface Waiting {
  name: string;
  email: string;
  /** Hashes, both. */
  password: string;
  browser: string;
  newsletter: boolean;
}

/** The same rows for a known address as for a new one; the link to the first is mailed to nobody. */
async function insertAndMail(
  world: World,
  tx: Writing,
  here: Circumstances,
  waiting: Waiting,
): Promise<void> {
  const { name, email, password, browser, newsletter } = waiting;
  const token = newSecret();
  const expires_at = later(here, linkMs);
  await tx.query
    .insertInto("registrations")
    .values({
      ...{ id: newId(), name, email, email_key: emailKey(email), password, browser, expires_at },
      ...{
        token: hashSecret(token),
        newsletter: newsletter ? 1 : 0,
        consent_text: accountConsent,
        created_at: here.at,
      },
    })
    .execute();
  await recordEvent(tx, here, { actor: "visitor", action: "registration-asked", subject: "" });
  const user = await findUserByEmail(tx, email);
  const link = (path: string) => new URL(path, world.publicUrl).href;
  const mail = user
    ? {
        ...{ template: "already-registered" as const, name: user.name },
        signInLink: link("/login"),
        resetLink: link("/login#forgot"),
      }
    : { template: "verify" as const, name, link: link(`/verify-email?token=${token}`) };
  const letter = {
    to: user?.email ?? email,
    mail,
    expiresAt: new Date(expires_at),
    personId: user?.id ?? null,
  };
  await queueMail(tx, letter, here.now);
}
