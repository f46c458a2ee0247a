import { join } from "node:path";
import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.ts";
import type { Logger } from "#app/platform/log.ts";
import { readMailCompany } from "./company.ts";
import type { Delivery } from "./deliver.ts";
import { openFolderTransport } from "./folder-transport.ts";
import { runInTurn } from "./in-turn.ts";
import { forgottenLabel } from "./outbox.ts";
import { startMailSender } from "./sender.ts";
import { openSmtpTransport } from "./smtp-transport.ts";
import { tidyMail } from "./tidy.ts";

export interface MailParts {
  db: Database;
  clock: Clock;
  log: Logger;
  env: Pick<Env, "dataDir" | "publicUrl" | "smtpUrl" | "mailFrom">;
}

/** Starts sending: by the deployer's mail server or, without one, into the data folder. */
export async function openMail({ db, clock, log, env }: MailParts): Promise<{ stop(): Promise<void> }> {
  const folder = join(env.dataDir, "mail");
  const transport = env.smtpUrl
    ? openSmtpTransport(env.smtpUrl, env.mailFrom)
    : openFolderTransport(folder, env.mailFrom);
  const render: Delivery["render"] = async (content, lifetime) => {
    // Loaded with the first mail, so that the start is not slower for it.
    const { renderMail } = await import("./render-mail.tsx");
    return renderMail(content, { company: await readMailCompany(db, env.publicUrl), lifetime });
  };
  const sender = startMailSender({ db, clock, transport, log, render });
  const upkeep = startUpkeep({ db, clock, log, folder });
  return {
    async stop() {
      await Promise.all([sender.stop(), upkeep.stop()]);
    },
  };
}

interface Upkeep extends Pick<MailParts, "db" | "clock" | "log"> {
  folder: string;
}

/** Tidies every hour, and as soon as somebody's mail was forgotten. */
function startUpkeep({ db, clock, log, folder }: Upkeep): { stop(): Promise<void> } {
  const steps = runInTurn((err) => log.error({ err }, "old mail could not be tidied away"));
  const tidy = () => tidyMail(db, folder, clock.now());
  db.engine.onChange((labels) => {
    if (labels?.has(forgottenLabel)) steps.add(tidy);
  });
  steps.add(tidy);
  const timer = setInterval(() => steps.add(tidy), 3_600_000);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await steps.end();
    },
  };
}
