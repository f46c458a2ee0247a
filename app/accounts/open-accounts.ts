import { z } from "zod";
import { cacheTags } from "#app/database/cache-tags.ts";
import { write } from "#app/database/database.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { createVault } from "#app/platform/secrets/vault.ts";
import { phoneSchema } from "#app/text/phone.ts";
import type { Accounts } from "./accounts.ts";
import type { AccountParts, Dependencies } from "./dependencies.ts";
import {
  listPasskeys,
  passkeyRegisterOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from "./passkeys/passkey-settings.ts";
import { passkeySignIn, passkeySignInOptions } from "./passkeys/passkeys.ts";
import { changePassword, confirmPassword } from "./passwords/change-password.ts";
import { passwordCheckSchema, ratePassword } from "./passwords/password-rules.ts";
import { forgot, readReset, reset } from "./passwords/reset.ts";
import { cancelEmailChange, confirmEmailChange, readEmailChange } from "./profile/confirm-email-change.ts";
import { askDeletion, keepAccount } from "./profile/deletion.ts";
import { askEmailChange } from "./profile/email-change.ts";
import { exportMe } from "./profile/export-me.ts";
import { listMyMessages } from "./profile/my-messages.ts";
import { setNewsletter } from "./profile/newsletter.ts";
import { readPhoto, savePhoto } from "./profile/photo.ts";
import { describeProject, enabledSignInKinds } from "./project.ts";
import { finishProvider } from "./providers/finish-provider.ts";
import { linkedProviders, unlinkProvider } from "./providers/linked-providers.ts";
import { createFindProvider } from "./providers/openid-provider.ts";
import { startProvider } from "./providers/providers.ts";
import { nameField, register, resendVerification } from "./registration/register.ts";
import { readSetup, setUp } from "./registration/setup.ts";
import { readVerification, verify } from "./registration/verify.ts";
import { clientContextOf, recordEvent } from "./request-context.ts";
import { identifyByToken, issueToken } from "./sessions/access-tokens.ts";
import { createCookieJar } from "./sessions/cookies.ts";
import { identify, requireSigned } from "./sessions/identify.ts";
import { storeForm, takeStoredForm } from "./sessions/kept-forms.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions/own-sessions.ts";
import { signIn } from "./sessions/sign-in.ts";
import { createSigningKeys } from "./sessions/signing-keys.ts";
import { acceptInvitation, readInvitation } from "./staff/accept-invitation.ts";
import { openStaffAccounts } from "./staff/open-staff-accounts.ts";
import { verifyTwoFactor } from "./two-factor/two-factor.ts";
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
} from "./two-factor/two-factor-settings.ts";

export function createDependencies(parts: AccountParts): Dependencies {
  return {
    ...parts,
    vault: createVault(parts.secret, parts.previousSecrets),
    findProvider: createFindProvider(parts.google),
  };
}

/** Everything a person can do with an account, put together. */
export function openAccounts(deps: Dependencies): Accounts {
  return { ...openDoors(deps), ...openSettings(deps) };
}

/** Ways in, and what leads to them. */
function openDoors(deps: Dependencies) {
  const keys = createSigningKeys(deps);
  return {
    identify: (asking) => identify(deps, asking),
    identifyByToken: (asking) => identifyByToken(deps, asking),
    noteRefused: noteRefused(deps),
    checkPassword: async (input) => {
      const { password, known } = checkInput(passwordCheckSchema, input);
      return { refused: await ratePassword(deps, password, known) };
    },
    register: (asking, input) => register(deps, asking, input),
    readVerification: readVerification(deps),
    verify: verify(deps),
    resendVerification: resendVerification(deps),
    signIn: signIn(deps),
    secondStep: verifyTwoFactor(deps),
    signOut: signOut(deps),
    enabledSignInKinds: () => enabledSignInKinds(deps),
    forgot: forgot(deps),
    readReset: readReset(deps),
    reset: reset(deps),
    startProvider: startProvider(deps),
    finishProvider: finishProvider(deps),
    checkProvider: async () => deps.google === null || (await deps.findProvider()) !== null,
    passkeySignInOptions: passkeySignInOptions(deps),
    passkeySignIn: passkeySignIn(deps),
    passkeyRegisterOptions: passkeyRegisterOptions(deps),
    registerPasskey: registerPasskey(deps),
    readSetup: readSetup(deps),
    setUp: setUp(deps),
    readInvitation: readInvitation(deps),
    acceptInvitation: acceptInvitation(deps),
    staff: openStaffAccounts(deps),
    issueToken: issueToken(deps, keys),
    jwks: async () => ({ keys: await keys.list(deps.clock.now()) }),
    project: (key) => describeProject(deps, key),
  } satisfies Partial<Accounts>;
}

/** What the signed-in person sees and changes of their own. */
function openSettings(deps: Dependencies) {
  return {
    linkedProviders: linkedProviders(deps),
    unlinkProvider: unlinkProvider(deps),
    confirmPassword: confirmPassword(deps),
    waysToConfirm: waysToConfirm(deps),
    keepForm: storeForm(deps),
    takeKeptForm: takeStoredForm(deps),
    saveProfile: saveProfile(deps),
    savePhoto: savePhoto(deps),
    readPhoto: (asking, id) => readPhoto(deps, asking, id),
    changePassword: changePassword(deps),
    askEmailChange: askEmailChange(deps),
    readEmailChange: readEmailChange(deps),
    confirmEmailChange: confirmEmailChange(deps),
    cancelEmailChange: cancelEmailChange(deps),
    listSessions: listSessions(deps),
    endSession: endSession(deps),
    endOtherSessions: endOtherSessions(deps),
    beginSecondStep: beginTwoFactor(deps),
    enableSecondStep: enableTwoFactor(deps),
    disableSecondStep: disableTwoFactor(deps),
    renewRecoveryCodes: renewRecoveryCodes(deps),
    listPasskeys: listPasskeys(deps),
    renamePasskey: renamePasskey(deps),
    removePasskey: removePasskey(deps),
    setNewsletter: setNewsletter(deps),
    listMyMessages: listMyMessages(deps),
    exportMe: exportMe(deps),
    askDeletion: askDeletion(deps),
    keepAccount: keepAccount(deps),
  } satisfies Partial<Accounts>;
}

/** Ends the session of this browser, if it has one. */
const signOut =
  (deps: Dependencies): Accounts["signOut"] =>
  async (asking) => {
    const here = clientContextOf(deps, asking);
    const signed = await identify(deps, asking);
    if (signed)
      await write(deps.db, async (tx) => {
        tx.invalidate(cacheTags.sessions);
        await tx.query.deleteFrom("sessions").where("id", "=", signed.sessionId).execute();
        const { id } = signed.person;
        await recordEvent(tx, here, { actor: id, action: "signed-out", subject: id });
      });
    const jar = createCookieJar(deps.publicUrl);
    return { cookies: [jar.clear("session"), jar.hint(0), jar.clear("secondStep")] };
  };

const profileSchema = z.strictObject({ name: nameField, phone: phoneSchema() });

const saveProfile =
  (deps: Dependencies): Accounts["saveProfile"] =>
  async (asking, input) => {
    const here = clientContextOf(deps, asking);
    const { person } = await requireSigned(deps, asking);
    const { name, phone } = checkInput(profileSchema, input);
    await write(deps.db, async (tx) => {
      const changed = { name, phone, updated_at: here.at };
      await tx.query.updateTable("users").set(changed).where("id", "=", person.id).execute();
      await recordEvent(tx, here, { actor: person.id, action: "profile-changed", subject: person.id });
    });
    return { cookies: [] };
  };

/** Who asks for what is not theirs is on record, once an hour for each part of the site. */
const noteRefused =
  (deps: Dependencies): Accounts["noteRefused"] =>
  async (asking, personId) => {
    const here = clientContextOf(deps, asking);
    const detail = partOf(new URL(asking.request.url).pathname);
    await write(deps.db, (tx) =>
      recordEvent(tx, here, {
        actor: personId,
        action: "access-refused",
        subject: "",
        detail,
      }),
    );
  };

/** "/dashboard/user", whatever stands behind it. */
function partOf(path: string): string {
  return path
    .replace(/\.data$/, "")
    .split("/")
    .slice(0, 3)
    .join("/")
    .slice(0, 60);
}

/** By what whoever is signed in can show again who they are. */
const waysToConfirm =
  (deps: Dependencies): Accounts["waysToConfirm"] =>
  async (asking) => {
    const { person, isFresh } = await requireSigned(deps, asking);
    const { query } = deps.db;
    const google = await query
      .selectFrom("identities")
      .select("id")
      .where("user_id", "=", person.id)
      .where("provider_id", "=", "google")
      .executeTakeFirst();
    const passkey = await query
      .selectFrom("passkeys")
      .select("id")
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    return {
      personId: person.id,
      email: person.email,
      isFresh,
      hasPassword: person.hasPassword,
      hasSecondStep: person.hasSecondStep,
      hasGoogle: google !== undefined,
      hasPasskey: passkey !== undefined,
    };
  };
