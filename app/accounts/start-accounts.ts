import { checkProvider } from "#app/accounts/providers/providers.ts";
import { write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { WrongSetting } from "#app/platform/settings/env.ts";
import { parseEmail } from "#app/text/email.ts";
import type { AccountContext, AccountParts } from "./account-context.ts";
import { createAccountContext } from "./account-context.ts";
import { startAccountCleanup } from "./cleanup.ts";
import { loadWordRanks } from "./passwords/guessing.ts";
import { hashPassword } from "./passwords/password.ts";
import { checkNewPassword } from "./passwords/password-rules.ts";
import { startResetRequests } from "./passwords/reset-requests.ts";
import { createFirstAdmin, offerSetup } from "./registration/setup.ts";
import type { ClientContext } from "./request-context.ts";
import { listAdmins } from "./staff/last-admin.ts";

interface Starting {
  /** Who is to be the first admin; null leaves it to the link. */
  admin: { email: string; password: string } | null;
  /** Says something to whoever starts the site, and to nobody else. */
  tell(line: string): void;
  failed(error: unknown): void;
}

/** Accounts with their first admin seen to, their provider looked at and their upkeep begun. */
export async function startWithAccounts(
  parts: AccountParts,
  { admin, tell, failed }: Starting,
): Promise<{ context: AccountContext; stop(): Promise<void> }> {
  const context = createAccountContext(parts);
  const here = atStart(context);
  if (admin) await makeFirstAdmin(context, here, admin);
  const link = await offerSetup(context, here);
  if (link) tell(`There is no admin yet. To become the first one, open this link within a day: ${link}`);
  if (parts.google) void warnOfProvider(context);
  // Before the first visitor: whoever chooses the first password would keep all others waiting.
  await loadWordRanks();
  const cleanup = startAccountCleanup(context, failed);
  const resets = startResetRequests(context, failed);
  return {
    context,
    async stop() {
      await Promise.all([cleanup.stop(), resets.stop()]);
    },
  };
}

/** When something happens by itself or by command. */
export function atStart({ clock }: Pick<AccountContext, "clock">, requestId = "start"): ClientContext {
  const now = clock.now();
  return { now, at: now.toISOString(), network: "", userAgent: "", requestId };
}

/** Once: with an admin there, the settings say nothing new. */
async function makeFirstAdmin(
  ctx: AccountContext,
  here: ClientContext,
  admin: NonNullable<Starting["admin"]>,
): Promise<void> {
  if ((await listAdmins(ctx.db)).length > 0) {
    ctx.warn("ADMIN_PASSWORD has done its work: there is an admin. Take it out of the settings.");
    return;
  }
  const parsed = parseEmail(admin.email);
  if ("wrong" in parsed) throw new WrongSetting("ADMIN_EMAIL", parsed.wrong);
  const { password } = admin;
  try {
    await checkNewPassword(ctx, { password, passwordAgain: password }, [parsed.address]);
    const hash = await hashPassword(password);
    const name = parsed.address.split("@")[0] ?? "";
    await write(ctx.db, (tx) =>
      createFirstAdmin(tx, here, { name, email: parsed.address, hash, by: "settings" }),
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Another instance that starts at the same moment was first.
    if (error.reason === "gone") return;
    const [field] = Object.keys(error.fields);
    throw new WrongSetting(
      field === "email" ? "ADMIN_EMAIL" : "ADMIN_PASSWORD",
      Object.values(error.fields).join(" "),
    );
  }
}

/** The site works without its provider; better that whoever starts it knows. */
async function warnOfProvider(context: AccountContext): Promise<void> {
  if (await checkProvider(context)) return;
  context.warn(
    `Nobody can sign in with Google now: GOOGLE_DISCOVERY_URL (${context.google?.discoveryUrl}) can't be read or does not describe a provider`,
  );
}
