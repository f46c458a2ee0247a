import { join } from "node:path";
import { openFilesOfSite } from "#app/domain/files/store/open-store.ts";
import { fillSample, sampleFolder } from "#app/ops/sample/sample.ts";
import { openForCommand } from "#app/platform/database/open-up-to-date.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { productFolder, runCommand, takesNothing } from "./command.ts";

// An orphan would lock the data folder against the next start. The channel alone must not keep this process running.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();

/** `node cli/sample.ts`: fills an empty site with the sample company; the first start runs it. */
await runCommand({
  usage: "node cli/sample.ts    fills an empty site with the sample company\n",
  options: {},
  check: takesNothing,
  async run() {
    const env = readEnv(process.env, productFolder);
    await using open = await openForCommand(env, {
      holder: "the sample content",
      makesNew: true,
    });
    const files = await openFilesOfSite(env, open.db);
    await fillSample(open.db, files.store, join(productFolder, sampleFolder), systemClock);
  },
});
