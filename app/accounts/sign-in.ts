import { z } from "zod";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/check.ts";
import { hashSecret } from "#app/platform/bearer-secret.ts";
import { emailSchema } from "#app/text/email.ts";
import type { Accounts, Asking } from "./accounts.ts";
import { admit, holdPerson } from "./admit.ts";
import { type Circumstances, circumstancesOf, recordEvent } from "./circumstances.ts";
import { createCookieJar } from "./cookies.ts";
import { countFirst, signInLimits } from "./limits.ts";
import type { World } from "./parts.ts";
import { hashPassword, isDated, isPassword } from "./password.ts";
import { passwordField } from "./password-rules.ts";
import { findPassword, findUserByEmail, setPassword, type User } from "./people.ts";
import { refusals } from "./refusals.ts";

export const signInSchema = z.strictObject({
  email: emailSchema("Write your e-mail address"),
  password: passwordField.min(1, "Write your password"),
});

/** Beside the box that is emptied. */
const typedAnew = { password: "Type the password once more, or ask for a new one" };

/** By e-mail address and password: counted, then checked, with the same work for an address that nobody has. */
export const signIn =
  (world: World): Accounts["signIn"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { email, password } = checkInput(signInSchema, input);
    const user = await findUserByEmail(world.db, email);
    const device = await findKnownDevice(world, asking, user);
    await countFirst(world, signInLimits(email, here.network, device), here);
    const hash = user ? await findPassword(world.db, user.id) : null;
    const isRight = await isPassword(password, hash);
    if (!user || !hash || !isRight || user.banned === 1) return refuse(world, here, { user, isRight });
    const better = isDated(hash) ? await hashPassword(password) : null;
    return write(world.db, async (tx) => {
      await holdPerson(tx, user.id);
      // Whoever has another password since then is no longer who was checked.
      if ((await findPassword(tx, user.id)) !== hash) throw refusals.wrongCredentials(typedAnew);
      if (better) await setPassword(tx, here, user.id, better);
      return admit(world, tx, asking, here, { user, method: "password" });
    });
  };

/** The failure is on record before the answer goes out. That an account is closed is told to its owner alone. */
async function refuse(
  { db }: World,
  here: Circumstances,
  { user, isRight }: { user: User | undefined; isRight: boolean },
): Promise<never> {
  const detail = isRight ? "banned" : "password";
  const event = { actor: "visitor", action: "sign-in-failed", subject: user?.id ?? "", detail };
  await write(db, (tx) => recordEvent(tx, here, event));
  throw isRight && user?.banned === 1 ? refusals.banned() : refusals.wrongCredentials(typedAnew);
}

/** The hash of this browser's cookie when the person has signed in here before. */
async function findKnownDevice({ db, publicUrl }: World, { request }: Asking, user: User | undefined) {
  const secret = createCookieJar(publicUrl).read(request, "device");
  const row = await db.query
    .selectFrom("known_devices")
    .select("device")
    .where("user_id", "=", user?.id ?? "")
    .where("device", "=", hashSecret(secret ?? ""))
    .executeTakeFirst();
  return row?.device ?? null;
}
