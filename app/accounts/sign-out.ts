import { write } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import type { Accounts } from "./accounts.ts";
import { circumstancesOf, recordEvent } from "./circumstances.ts";
import { createCookieJar } from "./cookies.ts";
import { identify } from "./identify.ts";
import type { World } from "./parts.ts";

/** Ends the session of this browser, if it has one. */
export const signOut =
  (world: World): Accounts["signOut"] =>
  async (asking) => {
    const here = circumstancesOf(world, asking);
    const signed = await identify(world, asking);
    if (signed)
      await write(world.db, async (tx) => {
        tx.touch(labels.sessions);
        await tx.query.deleteFrom("sessions").where("id", "=", signed.sessionId).execute();
        const { id } = signed.person;
        await recordEvent(tx, here, { actor: id, action: "signed-out", subject: id });
      });
    const jar = createCookieJar(world.publicUrl);
    return { cookies: [jar.clear("session"), jar.hint(0), jar.clear("secondStep")] };
  };
