import { join } from "node:path";
import { type AccountContext, createAccountContext } from "#app/accounts/account-context.ts";
import { createAdmin, promote, resetSecondStep } from "#app/accounts/registration/admin-commands.ts";
import { readSettings } from "#app/company/settings.ts";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { systemClock } from "#app/platform/clock.ts";
import { DomainError, isPlainError } from "#app/platform/domain-error.ts";
import { readSecret } from "#app/platform/secrets/secret.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";
import { withSecretFiles } from "#app/platform/settings/variables.ts";

// `npm run admin -- create|promote|reset-2fa EMAIL`: the admins of the deployer's site. The embedded database is free only
// while the site is stopped; with PostgreSQL it may run.
const [command = "", email = "", ...rest] = process.argv.slice(2);
try {
  say(await run());
} catch (error) {
  const isPlain = isPlainError(error) || error instanceof DomainError;
  process.stderr.write(
    `${isPlain ? explain(error) : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}

async function run(): Promise<string> {
  if (!["create", "promote", "reset-2fa"].includes(command) || email === "" || rest.length > 0) {
    process.exitCode = 2;
    return "Usage: npm run admin -- create|promote|reset-2fa EMAIL\nThe password of create can be given as ADMIN_PASSWORD.";
  }
  // ADMIN_PASSWORD stands alone here: the address is given in words.
  const env = readEnv(
    { ...process.env, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", ADMIN_PASSWORD_FILE: "" },
    join(import.meta.dirname, ".."),
  );
  await using open = await openUpToDate(env, { holder: "npm run admin" });
  return await act(worldOf(env, open.db));
}

async function act(deps: AccountContext): Promise<string> {
  if (command === "promote")
    return promote(deps, email).then(() => `${email} is an admin from the next sign-in on.`);
  if (command === "reset-2fa")
    return resetSecondStep(deps, email).then(
      () => `${email} signs in without a second step until a new one is set up.`,
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
    warn: say,
  });
}

function explain(error: Error): string {
  return error instanceof DomainError
    ? Object.values(error.fields).join(" ") || error.message
    : error.message;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
