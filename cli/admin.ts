import { type AccountContext, createAccountContext } from "#app/domain/accounts/account-context.ts";
import { createAdmin, promote, resetTwoFactor } from "#app/domain/accounts/registration/admin-commands.ts";
import { readIdleMinutes } from "#app/domain/company/idle-minutes.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { openForCommand } from "#app/platform/database/open-up-to-date.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { readSecret } from "#app/platform/secrets/secret.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { withSecretFiles } from "#app/platform/settings/variables.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

const usage = `npm run admin -- create EMAIL       creates an admin; sets ADMIN_PASSWORD, or prints a link to choose a password
npm run admin -- promote EMAIL      makes an account an admin
npm run admin -- reset-2fa EMAIL    removes two-factor authentication after a lost device
With the embedded database, stop the site first.
`;

/** `npm run admin`: manages the admins of a site. */
await runCommand({
  usage,
  options: {},
  check: ([command = "", email, ...rest]) =>
    ["create", "promote", "reset-2fa"].includes(command) && email !== undefined && rest.length === 0
      ? null
      : "Name a command and one e-mail address.",
  async run(_, [command = "", email = ""]) {
    // ADMIN_PASSWORD needs no ADMIN_EMAIL here, because the address is an argument.
    const env = readEnv(
      { ...process.env, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", ADMIN_PASSWORD_FILE: "" },
      productFolder,
    );
    await using open = await openForCommand(env, {
      holder: "npm run admin",
      makesNew: command === "create",
    });
    printLine(await act(worldOf(env, open.db), command, email));
  },
});

async function act(deps: AccountContext, command: string, email: string): Promise<string> {
  if (command === "promote")
    return promote(deps, email).then(() => `${email} is an admin from the next sign-in.`);
  if (command === "reset-2fa")
    return resetTwoFactor(deps, email).then(
      () => `${email} signs in without two-factor authentication until it is set up again.`,
    );
  const link = await createAdmin(deps, email, withSecretFiles(process.env).ADMIN_PASSWORD || null);
  return link
    ? `${email} is an admin. To choose a password, open this link within a day: ${link}`
    : `${email} is an admin.`;
}

function worldOf(env: Env, db: AccountContext["db"]): AccountContext {
  return createAccountContext({
    db,
    clock: systemClock,
    publicUrl: env.publicUrl,
    secret: readSecret(env),
    google: null,
    companyName: async () => (await readSettings(db)).company.name,
    secondStepGraceDays: async () => (await readSettings(db)).accounts.secondStepGraceDays,
    staffIdleMinutes: () => readIdleMinutes(db),
    warn: printLine,
  });
}
