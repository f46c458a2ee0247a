import { write } from "#app/database/database.ts";
import type { Accounts } from "./accounts.ts";
import { circumstancesOf, recordEvent } from "./circumstances.ts";
import type { World } from "./parts.ts";

/** Who asks for what is not theirs is on record, once an hour for each part of the site. */
export const noteRefused =
  (world: World): Accounts["noteRefused"] =>
  async (asking, personId) => {
    const here = circumstancesOf(world, asking);
    const detail = partOf(new URL(asking.request.url).pathname);
    await write(world.db, (tx) =>
      recordEvent(tx, here, {
        actor: personId,
        action: "access-refused",
        subject: "",
        detail,
      }),
    );
  };

/** "/dashboard/user", whatever stands behind it. */
function partOf(path: string): string {
  return path
    .replace(/\.data$/, "")
    .split("/")
    .slice(0, 3)
    .join("/")
    .slice(0, 60);
}
