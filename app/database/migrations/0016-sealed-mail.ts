import type { Kysely } from "kysely";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import type { Engine } from "../engines/engine.ts";
import type { Schema } from "../schema.ts";

/** The words of mails that wait or are kept are sealed with the deployer's secret. */
export async function up(query: Kysely<Schema>, _engine: Engine, encryption: Encryption): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await query
      .selectFrom("outbox")
      .select(["id", "content"])
      .where("id", ">", after)
      .where("content", "like", "{%")
      .orderBy("id")
      .limit(500)
      .execute();
    for (const { id, content } of rows)
      await query
        .updateTable("outbox")
        .set({ content: encryption.encrypt(content) })
        .where("id", "=", id)
        .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
