import { fsyncSync, openSync, writeSync } from "node:fs";
import { blog } from "../../../app/domain/content/kinds/blog.ts";
import { publish } from "../../../app/domain/content/publishing/publishing.ts";
import { createEntry } from "../../../app/domain/content/versions/create-entry.ts";
import { openEntry } from "../../../app/domain/content/versions/open-entry.ts";
import { saveVersion } from "../../../app/domain/content/versions/save-entry.ts";
import { write } from "../../../app/platform/database/database.ts";
import { migrate } from "../../../app/platform/database/migrations.ts";
import { openDatabase } from "../../../app/platform/database/open.ts";
import { pause } from "./place.ts";

/** Publishes posts until it is killed; each line of the log is the id of an acknowledged post. */
const [log = "", dataDir = "", databaseUrl = "", pauseMs = "0"] = process.argv.slice(2);
const acknowledged = openSync(log, "a");
const open = await openDatabase({ dataDir, databaseUrl: databaseUrl || null }, "a fault test", () => {});
await migrate(open.db);
const actor = { id: "writer", requestId: "" };
for (let n = 0; ; n += 1) {
  const title = `Post ${process.pid} ${n}`;
  const save = { actor, now: new Date() };
  const { id } = await write(open.db, (tx) => createEntry(tx, blog, { title }, save));
  await write(open.db, async (tx) => {
    const entry = await openEntry(tx, blog, id);
    await publish(tx, await saveVersion(tx, entry, 1, { title, summary: "second version" }, save), save);
  });
  writeSync(acknowledged, `${id}\n`);
  fsyncSync(acknowledged);
  await pause(Number(pauseMs));
}
