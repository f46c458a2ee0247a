import { openForCommand } from "#app/platform/database/open-up-to-date.ts";
import { deleteUnreadable } from "#app/platform/database/secret-check.ts";
import { beginRotation } from "#app/platform/secrets/secret.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

const usage = `npm run secret -- rotate    makes a new secret in DATA_DIR, and seals with it all that the one before has sealed
npm run secret -- forget    when the secret is lost for good: drops what only it could read, and says what that was
A secret given as SECRET is changed by SECRET_PREVIOUS: docs/operate.md. With the embedded database, while the site is stopped.
`;

/** `npm run secret`: changes the deployer's secret, or recovers from its loss. */
await runCommand({
  usage,
  options: {},
  check: ([command = "", ...rest]) =>
    ["rotate", "forget"].includes(command) && rest.length === 0 ? null : "Say what is to be done.",
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
    `Dropped what could not be read: the two-factor authentication of ${twoFactor} people, who set it up anew; ${keys} signing keys, which are made anew; the words of ${mails} mails, of which those that waited count as failed; and the key of what browsers keep unsaved.`,
  );
}
