import { type Database, write } from "#app/database/database.ts";
import type { SubmissionMetadata } from "../intake/submission.ts";
import { anOrigin, noon } from "../leads.fixture.ts";
import { acceptSubscriber, subscribeProven } from "./subscribe.ts";
import type { Subscriber } from "./subscriber.ts";

export const actionContext = { actor: { id: "editor-1", requestId: "test" }, now: noon };

export function subscribe(db: Database, email: string, origin: Partial<SubmissionMetadata> = {}) {
  return acceptSubscriber(db, { email, consent: true }, anOrigin(origin));
}

/** A reader whose address is proven. */
export async function aReader(db: Database, email = "rahima@shapla.example"): Promise<Subscriber> {
  const said = { consentText: "Send it to me.", sourcePath: "/myprofile", network: "", userAgent: "" };
  await write(db, (tx) =>
    subscribeProven(tx, email, { ...said, by: "account", consentedAt: noon.toISOString(), now: noon }),
  );
  return readSubscriber(db, email);
}

export function rowsOf(db: Database) {
  return db.query.selectFrom("subscribers").selectAll().orderBy("email").execute();
}

export function readSubscriber(db: Database, email: string): Promise<Subscriber> {
  return db.query.selectFrom("subscribers").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

/** With their contents as they were before they were sealed. */
export async function mailsOf(db: Database) {
  const rows = await db.query.selectFrom("outbox").selectAll().orderBy("id").execute();
  return rows.map((row) => (row.content === "" ? row : { ...row, content: db.vault.decrypt(row.content) }));
}
