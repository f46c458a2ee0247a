import { openForCommand } from "#app/platform/database/open-up-to-date.ts";
import { deleteUnreadable } from "#app/platform/database/secret-check.ts";
import { beginRotation } from "#app/platform/secrets/secret.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

const usage = `npm run secret -- rotate    creates a new secret in DATA_DIR and encrypts all data with it
npm run secret -- forget    for a lost secret: deletes the data that it encrypts, and lists it
To change a secret set as SECRET, use SECRET_PREVIOUS: docs/operate.md. With the embedded database, stop the site first.
`;

/** `npm run secret`: changes the deployer's secret, or recovers from its loss. */
await runCommand({
  usage,
  options: {},
  check: ([command = "", ...rest]) =>
    ["rotate", "forget"].includes(command) && rest.length === 0 ? null : "Name a command.",
  run: (_, [command = ""]) => run(command),
});

async function run(command: string): Promise<void> {
  const env = readEnv(process.env, productFolder);
  const holder = "npm run secret";
  if (command === "rotate") {
    // Completes an interrupted change, and rejects a change if the current secret is wrong.
    await (await openForCommand(env, { holder, log: printLine })).close();
    beginRotation(env);
    await (await openForCommand(env, { holder, log: printLine })).close();
    return;
  }
  await using open = await openForCommand(env, { holder, checksSecret: false });
  const dropped = await deleteUnreadable(open.db, env);
  const { two_factor: twoFactor = 0, signing_keys: keys = 0, outbox: mails = 0 } = dropped;
  printLine(
    `Deleted unreadable data: two-factor authentication of ${twoFactor} people, who must set it up again; ${keys} signing keys, which are created again; the text of ${mails} mails, of which waiting ones count as failed; and the key of unsaved text in browsers.`,
  );
}
