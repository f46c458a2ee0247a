import type { Kind } from "#app/domain/content/kind.ts";
import { publish } from "#app/domain/content/publishing/publishing.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { write } from "#app/platform/database/database.ts";
import { createRequestContext } from "#app/platform/http/listener/request-context.ts";
import { testWorld } from "#tests/support/accounts.ts";
import { type EngineName, openTestDatabase } from "#tests/support/database.ts";
import { aFileStore } from "#tests/support/files.ts";
import { createTestMailService } from "#tests/support/mail-service.ts";
import { createTestNetwork } from "#tests/support/outside.ts";

/** An empty site on either engine; `draft` and `publish` return the entry's id. */
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
    mail: createTestMailService(open.db),
    outside: createTestNetwork(),
    backup: {
      place: { folder: "/nowhere" },
      key: null,
      everyHours: 0,
      incrementMinutes: 0,
      keep: { days: 7, weeks: 4, months: 12 },
    },
    clock: { now: () => now } as PageContext["clock"], // only its time is used
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
