import { type Writing, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox.ts";
import { newId } from "#app/platform/id.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { emailKey } from "#app/text/email.ts";
import { accountConsent } from "./account-consent.ts";
import type { Asking, Done } from "./accounts.ts";
import { type Admitted, admit } from "./admit.ts";
import { type Circumstances, circumstancesOf } from "./circumstances.ts";
import { requireSigned } from "./identify.ts";
import { tellOfChange } from "./notices.ts";
import type { World } from "./parts.ts";
import { createUser, findUser, findUserByEmail, type User } from "./people.ts";
import type { ProviderPerson } from "./provider-person.ts";
import type { Attempt } from "./providers.ts";

/**
 * Signs in who is linked, and makes an account for an address nobody has. An account with this address that is not linked
 * stays closed: its owner links it from the profile. Registrations that wait for the address are forgotten with it.
 */
export function admitByProvider(world: World, asking: Asking, person: ProviderPerson): Promise<Admitted> {
  const here = circumstancesOf(world, asking);
  return write(world.db, async (tx) => {
    const user = (await findLinked(tx, person)) ?? (await createLinked(world, tx, here, person));
    return admit(world, tx, asking, here, { user, method: "google" });
  });
}

/** Links to the account that began the attempt, while it is the one signed in. */
export async function linkProvider(
  world: World,
  asking: Asking,
  { linkTo }: Attempt,
  person: ProviderPerson,
): Promise<Done> {
  const here = circumstancesOf(world, asking);
  const { person: owner } = await requireSigned(world, asking);
  if (owner.id !== linkTo)
    throw new Refusal("forbidden", "Another account is signed in now.", { reason: "state-mismatch" });
  await write(world.db, async (tx) => {
    const linked = await findLinked(tx, person);
    if (linked?.id === owner.id) return;
    if (linked)
      throw new Refusal("in-use", "This Google account belongs to another account here.", {
        reason: "linked-elsewhere",
      });
    await tx.query
      .deleteFrom("identities")
      .where("user_id", "=", owner.id)
      .where("provider_id", "=", "google")
      .execute();
    await insertLink(tx, here, owner.id, person);
    await tellOfChange(world, tx, here, owner, "google-linked");
  });
  return { cookies: [] };
}

async function findLinked(tx: Writing, { accountId }: ProviderPerson): Promise<User | undefined> {
  const row = await tx.query
    .selectFrom("identities")
    .select("user_id")
    .where("provider_id", "=", "google")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row && findUser(tx, row.user_id);
}

async function createLinked(
  { publicUrl }: World,
  tx: Writing,
  here: Circumstances,
  person: ProviderPerson,
): Promise<User> {
  const { name, email } = person;
  await tx.engine.lock(tx.query, `account:${emailKey(email)}`);
  const meanwhile = await findLinked(tx, person);
  if (meanwhile) return meanwhile;
  if (await findUserByEmail(tx, email))
    throw new Refusal(
      "in-use",
      "There is an account with this address. Sign in and link Google in your profile.",
      {
        reason: "not-linked",
      },
    );
  const user = await createUser(tx, here, {
    name,
    email,
    by: "google",
    consent: { text: accountConsent, at: here.at },
  });
  await insertLink(tx, here, user.id, person);
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  const link = new URL("/login", publicUrl).href;
  await queueMail(tx, { to: email, personId: user.id, mail: { template: "welcome", name, link } }, here.now);
  return user;
}

async function insertLink(
  tx: Writing,
  { at }: Circumstances,
  userId: string,
  person: ProviderPerson,
): Promise<void> {
  const { accountId, email } = person;
  const row = { id: newId(), user_id: userId, provider_id: "google" as const, account_id: accountId, email };
  await tx.query
    .insertInto("identities")
    .values({ ...row, created_at: at, updated_at: at })
    .execute();
}
