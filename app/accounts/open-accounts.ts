import { z } from "zod";
import { write } from "#app/database/database.ts";
import { cacheTags } from "#app/database/labels.ts";
import { checkInput } from "#app/leads/intake/check.ts";
import { createVault } from "#app/platform/vault.ts";
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
import { createAuthProviders } from "./providers/auth-providers.ts";
import { finishProvider } from "./providers/finish-provider.ts";
import { linkedProviders, unlinkProvider } from "./providers/linked-providers.ts";
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
  return { ...parts, vault: createVault(parts.secret, parts.previousSecrets) };
}

/** Everything a person can do with an account, put together. */
export function openAccounts(world: Dependencies): Accounts {
  return { ...openDoors(world), ...openSettings(world) };
}

/** Ways in, and what leads to them. */
function openDoors(world: Dependencies) {
  const identity = createAuthProviders(world);
  const keys = createSigningKeys(world);
  return {
    identify: (asking) => identify(world, asking),
    identifyByToken: (asking) => identifyByToken(world, asking),
    noteRefused: noteRefused(world),
    checkPassword: async (input) => {
      const { password, known } = checkInput(passwordCheckSchema, input);
      return { refused: await ratePassword(world, password, known) };
    },
    register: (asking, input) => register(world, asking, input),
    readVerification: readVerification(world),
    verify: verify(world),
    resendVerification: resendVerification(world),
    signIn: signIn(world),
    secondStep: verifyTwoFactor(world),
    signOut: signOut(world),
    enabledSignInKinds: () => enabledSignInKinds(world),
    forgot: forgot(world),
    readReset: readReset(world),
    reset: reset(world),
    startProvider: startProvider(world, identity),
    finishProvider: finishProvider(world, identity),
    checkProvider: async () => world.google === null || (await identity.provider()) !== null,
    passkeySignInOptions: passkeySignInOptions(world, identity),
    passkeySignIn: passkeySignIn(world, identity),
    passkeyRegisterOptions: passkeyRegisterOptions(world, identity),
    registerPasskey: registerPasskey(world, identity),
    readSetup: readSetup(world),
    setUp: setUp(world),
    readInvitation: readInvitation(world),
    acceptInvitation: acceptInvitation(world),
    staff: openStaffAccounts(world),
    issueToken: issueToken(world, keys),
    jwks: async () => ({ keys: await keys.list(world.clock.now()) }),
    project: (key) => describeProject(world, key),
  } satisfies Partial<Accounts>;
}

/** What the signed-in person sees and changes of their own. */
function openSettings(world: Dependencies) {
  return {
    linkedProviders: linkedProviders(world),
    unlinkProvider: unlinkProvider(world),
    confirmPassword: confirmPassword(world),
    waysToConfirm: waysToConfirm(world),
    keepForm: storeForm(world),
    takeKeptForm: takeStoredForm(world),
    saveProfile: saveProfile(world),
    savePhoto: savePhoto(world),
    readPhoto: (asking, id) => readPhoto(world, asking, id),
    changePassword: changePassword(world),
    askEmailChange: askEmailChange(world),
    readEmailChange: readEmailChange(world),
    confirmEmailChange: confirmEmailChange(world),
    cancelEmailChange: cancelEmailChange(world),
    listSessions: listSessions(world),
    endSession: endSession(world),
    endOtherSessions: endOtherSessions(world),
    beginSecondStep: beginTwoFactor(world),
    enableSecondStep: enableTwoFactor(world),
    disableSecondStep: disableTwoFactor(world),
    renewRecoveryCodes: renewRecoveryCodes(world),
    listPasskeys: listPasskeys(world),
    renamePasskey: renamePasskey(world),
    removePasskey: removePasskey(world),
    setNewsletter: setNewsletter(world),
    listMyMessages: listMyMessages(world),
    exportMe: exportMe(world),
    askDeletion: askDeletion(world),
    keepAccount: keepAccount(world),
  } satisfies Partial<Accounts>;
}

/** Ends the session of this browser, if it has one. */
const signOut =
  (world: Dependencies): Accounts["signOut"] =>
  async (asking) => {
    const here = clientContextOf(world, asking);
    const signed = await identify(world, asking);
    if (signed)
      await write(world.db, async (tx) => {
        tx.invalidate(cacheTags.sessions);
        await tx.query.deleteFrom("sessions").where("id", "=", signed.sessionId).execute();
        const { id } = signed.person;
        await recordEvent(tx, here, { actor: id, action: "signed-out", subject: id });
      });
    const jar = createCookieJar(world.publicUrl);
    return { cookies: [jar.clear("session"), jar.hint(0), jar.clear("secondStep")] };
  };

const profileSchema = z.strictObject({ name: nameField, phone: phoneSchema() });

const saveProfile =
  (world: Dependencies): Accounts["saveProfile"] =>
  async (asking, input) => {
    const here = clientContextOf(world, asking);
    const { person } = await requireSigned(world, asking);
    const { name, phone } = checkInput(profileSchema, input);
    await write(world.db, async (tx) => {
      const changed = { name, phone, updated_at: here.at };
      await tx.query.updateTable("users").set(changed).where("id", "=", person.id).execute();
      await recordEvent(tx, here, { actor: person.id, action: "profile-changed", subject: person.id });
    });
    return { cookies: [] };
  };

/** Who asks for what is not theirs is on record, once an hour for each part of the site. */
const noteRefused =
  (world: Dependencies): Accounts["noteRefused"] =>
  async (asking, personId) => {
    const here = clientContextOf(world, asking);
    const detail = partOf(new URL(asking.request.url).pathname);
    await write(world.db, (tx) =>
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
  (world: Dependencies): Accounts["waysToConfirm"] =>
  async (asking) => {
    const { person, isFresh } = await requireSigned(world, asking);
    const { query } = world.db;
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
