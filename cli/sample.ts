import { join } from "node:path";
import { openForCommand } from "#app/database/open-up-to-date.ts";
import { openFilesOfSite } from "#app/files/store/open-store.ts";
import { systemClock } from "#app/platform/clock.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { fillSample, sampleFolder } from "#app/sample.ts";
import { productFolder, runCommand, takesNothing } from "./command.ts";

// An orphan would hold the data folder against the next start. The channel itself must not keep this process running.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();

/** `node cli/sample.ts`: fills a site that holds nothing yet with the sample company; the first start runs it by itself. */
await runCommand({
  usage: "node cli/sample.ts    fills a site that holds nothing yet with the sample company\n",
  options: {},
  check: takesNothing,
  async run() {
    const env = readEnv(process.env, productFolder);
    await using open = await openForCommand(env, {
      holder: "the filling in of sample content",
      makesNew: true,
    });
    const files = await openFilesOfSite(env, open.db);
    await fillSample(open.db, files.store, join(productFolder, sampleFolder), systemClock);
  },
});
