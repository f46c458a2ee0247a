import { readSettings } from "#app/company/settings.ts";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { countNew } from "#app/leads/inbox/count-inbox.ts";
import { describeKind } from "../content/kind-of-screen.ts";
import { readSaid } from "../parts/lead-on.ts";
import type { Staff } from "../parts/staff.ts";
import type { Frame } from "./frame.ts";
import { readTheme } from "./theme.ts";
import { readUnsavedKey } from "./unsaved-key.ts";

/** @returns the frame, and a cookie to set or "" */
export async function readFrame(staff: Staff): Promise<{ frame: Frame; cookie: string }> {
  const { db, person, request, timeZone } = staff;
  const { company } = await readSettings(db);
  const { said, forget } = readSaid(request);
  const { id, name, email, image } = person;
  const frame: Frame = {
    company: company.name,
    person: { id, name, email, photo: image, role: person.role === "admin" ? "admin" : "editor" },
    unsavedKey: await readUnsavedKey(db, id),
    theme: readTheme(request, staff.publicUrl),
    timeZone,
    now: staff.deed.now.toISOString(),
    said,
    kinds: kinds.map(describeKind),
    waiting: await countWaiting(db),
  };
  return { frame, cookie: forget };
}

async function countWaiting(db: Database): Promise<Frame["waiting"]> {
  const dead = await db.query
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("status", "=", "dead")
    .executeTakeFirst();
  return {
    messages: await countNew(db, "messages"),
    calls: await countNew(db, "calls"),
    mail: Number(dead?.count ?? 0),
  };
}
