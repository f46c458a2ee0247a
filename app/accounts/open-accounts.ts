import { checkInput } from "#app/leads/check.ts";
import { createVault } from "#app/platform/vault.ts";
import type { Accounts } from "./accounts.ts";
import { changePassword, confirmPassword } from "./change-password.ts";
import { cancelEmailChange, confirmEmailChange, readEmailChange } from "./confirm-email-change.ts";
import { askDeletion, keepAccount } from "./deletion.ts";
import { askEmailChange } from "./email-change.ts";
import { exportMe } from "./export.ts";
import { finishProvider } from "./finish-provider.ts";
import { identify } from "./identify.ts";
import { createIdentity } from "./identity.ts";
import { keepForm, takeKeptForm } from "./kept-forms.ts";
import { linkedProviders, unlinkProvider } from "./linked-providers.ts";
import { listMyMessages } from "./my-messages.ts";
import { setNewsletter } from "./newsletter.ts";
import { noteRefused } from "./note-refused.ts";
import type { AccountParts, World } from "./parts.ts";
import {
  listPasskeys,
  passkeyRegisterOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from "./passkey-settings.ts";
import { passkeySignIn, passkeySignInOptions } from "./passkeys.ts";
import { judgePassword, passwordCheckSchema } from "./password-rules.ts";
import { readPhoto, savePhoto } from "./photo.ts";
import { saveProfile } from "./profile.ts";
import { describeProject, enabledSignInKinds } from "./project.ts";
import { startProvider } from "./providers.ts";
import { register, resendVerification } from "./register.ts";
import { forgot, readReset, reset } from "./reset.ts";
import { secondStep } from "./second-step.ts";
import {
  beginSecondStep,
  disableSecondStep,
  enableSecondStep,
  renewRecoveryCodes,
} from "./second-step-settings.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";
import { readSetup, setUp } from "./setup.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { acceptInvitation, readInvitation } from "./staff/accept-invitation.ts";
import { openStaffAccounts } from "./staff/open-staff-accounts.ts";
import { identifyByToken, issueToken } from "./tokens.ts";
import { readVerification, verify } from "./verify.ts";
import { waysToConfirm } from "./ways-to-confirm.ts";

export function createWorld(parts: AccountParts): World {
  return { ...parts, vault: createVault(parts.secret, parts.previousSecrets) };
}

/** Everything a person can do with an account, put together. */
export function openAccounts(world: World): Accounts {
  return { ...openDoors(world), ...openSettings(world) };
}

/** Ways in, and what leads to them. */
function openDoors(world: World) {
  const identity = createIdentity(world);
  const keys = createSigningKeys(world);
  return {
    identify: (asking) => identify(world, asking),
    identifyByToken: (asking) => identifyByToken(world, asking),
    noteRefused: noteRefused(world),
    checkPassword: async (input) => {
      const { password, known } = checkInput(passwordCheckSchema, input);
      return { refused: await judgePassword(world, password, known) };
    },
    register: (asking, input) => register(world, asking, input),
    readVerification: readVerification(world),
    verify: verify(world),
    resendVerification: resendVerification(world),
    signIn: signIn(world),
    secondStep: secondStep(world),
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
function openSettings(world: World) {
  return {
    linkedProviders: linkedProviders(world),
    unlinkProvider: unlinkProvider(world),
    confirmPassword: confirmPassword(world),
    waysToConfirm: waysToConfirm(world),
    keepForm: keepForm(world),
    takeKeptForm: takeKeptForm(world),
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
    beginSecondStep: beginSecondStep(world),
    enableSecondStep: enableSecondStep(world),
    disableSecondStep: disableSecondStep(world),
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
