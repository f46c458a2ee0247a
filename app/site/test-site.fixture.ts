import type { Kind } from "#app/content/kind.ts";
import { publish } from "#app/content/publishing/publishing.ts";
import { createEntry } from "#app/content/versions/create-entry.ts";
import { openEntry } from "#app/content/versions/open-entry.ts";
import { write } from "#app/database/database.ts";
import { createRequestContext } from "#app/http/listener/request-context.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { testWorld } from "#tests/support/accounts.ts";
import { type EngineName, openTestDatabase } from "#tests/support/database.ts";
import { aFileStore } from "#tests/support/files.ts";
import { aMailService } from "#tests/support/mail-service.ts";
import { anOutside } from "#tests/support/outside.ts";

/** An empty site on either engine, with what puts entries on it; both answer the entry's id. */
export async function openTestSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const now = new Date("2026-03-01T10:00:00.000Z");
  const actionContext = { actor: { id: "tester", requestId: "test" }, now };
  const draft = (kind: Kind, data: Record<string, unknown>) =>
    write(open.db, async (tx) => (await createEntry(tx, kind, data, actionContext)).id);
  const context: PageContext = {
    db: open.db,
    files: aFileStore(),
    requestContext: createRequestContext({ id: "test", address: "192.0.2.1", secure: true }),
    publicUrl: new URL("https://kolpona.example"),
    folder: process.cwd(),
    variables: {},
    dataDir: "/nowhere",
    accounts: testWorld(open.db),
    mail: aMailService(open.db),
    outside: anOutside(),
    backup: {
      place: { folder: "/nowhere" },
      key: null,
      everyHours: 0,
      incrementMinutes: 0,
      keep: { days: 7, weeks: 4, months: 12 },
    },
    documentTexts: null,
    clock: { now: () => now } as PageContext["clock"], // only its time is ever asked for
  };
  return {
    context,
    draft,
    async publish(kind: Kind, data: Record<string, unknown>) {
      const id = await draft(kind, data);
      await write(open.db, async (tx) => publish(tx, await openEntry(tx, kind, id), actionContext));
      return id;
    },
    [Symbol.asyncDispose]: open.close,
  };
}
