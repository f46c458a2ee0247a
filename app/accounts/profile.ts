import { z } from "zod";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/check.ts";
import { phoneSchema } from "#app/text/phone.ts";
import type { Accounts } from "./accounts.ts";
import { circumstancesOf, recordEvent } from "./circumstances.ts";
import { requireSigned } from "./identify.ts";
import type { World } from "./parts.ts";
import { nameField } from "./register.ts";

const profileSchema = z.strictObject({ name: nameField, phone: phoneSchema() });

export const saveProfile =
  (world: World): Accounts["saveProfile"] =>
  async (asking, input) => {
    const here = circumstancesOf(world, asking);
    const { person } = await requireSigned(world, asking);
    const { name, phone } = checkInput(profileSchema, input);
    await write(world.db, async (tx) => {
      const changed = { name, phone, updated_at: here.at };
      await tx.query.updateTable("users").set(changed).where("id", "=", person.id).execute();
      await recordEvent(tx, here, { actor: person.id, action: "profile-changed", subject: person.id });
    });
    return { cookies: [] };
  };
