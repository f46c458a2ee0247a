import type { RequestContext } from "#app/http/listener/request-context.ts";

/** Who asks, as the request shows it: its cookies, browser and origin, and the visit it came by. */
export interface AccountRequest {
  request: Request;
  requestContext: RequestContext;
  /** Asked by the product itself: it keeps no session from ending for want of use. */
  isBackground?: boolean;
}

/** Set-Cookie values to append to the answer. */
export interface AccountAnswer {
  cookies: readonly string[];
}

export type Role = "member" | "editor" | "admin";
export type SignInKind = "password" | "google" | "passkey";

/** A person with an account, as they themselves may see it. */
export interface Person {
  id: string;
  name: string;
  email: string;
  /** In E.164; empty when none is given. */
  phone: string;
  /** Path of the photo; null when there is none. */
  image: string | null;
  role: Role;
  hasPassword: boolean;
  hasSecondStep: boolean;
  newsletter: "none" | "pending" | "confirmed";
  createdAt: string;
  /** When the account goes, if its deletion was asked for. */
  deletesAt: string | null;
}

export interface Signed {
  person: Person;
  sessionId: string;
  /** Signed in, or proven again who they are, within the last 15 minutes. */
  isFresh: boolean;
  /** Staff past the grace period who still have no second step: nothing but setting it up is open. */
  needsSecondStep: boolean;
}

export interface NewPasswordInput {
  password: string;
  passwordAgain: string;
}

export interface Registration extends NewPasswordInput {
  name: string;
  email: string;
  consent: boolean;
  newsletter?: boolean;
}

export interface OwnSession {
  id: string;
  current: boolean;
  /** Such as "Firefox on Windows". */
  browser: string;
  network: string;
  createdAt: string;
  lastSeenAt: string;
}

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface OwnMessage {
  reference: string;
  at: string;
  kind: "message" | "call";
  status: string;
  summary: string;
}

export interface LinkedProvider {
  id: "google";
  email: string;
  since: string;
}

export interface SecondStepSetup {
  secret: string;
  /** `otpauth:` address, to be shown as a QR code. */
  uri: string;
}

export interface ProviderStart {
  mode: "popup" | "redirect" | "link";
  /** The popup's own name for this attempt, given back at its end. */
  attempt?: string | undefined;
  /** Where to go afterwards; own paths only. */
  next?: string | undefined;
}

export interface ReadInvitation {
  state: "ready" | "gone";
  name: string;
  email: string;
  role: Role;
  /** The address has an account by now. */
  hasAccount: boolean;
}

/** What `GET /api/auth/v1/projects` says of this site. */
export interface Project {
  projectId: string;
  authorizedDomains: string[];
  signInKinds: SignInKind[];
}

/** By what somebody can show again who they are. */
export interface WaysToConfirm {
  personId: string;
  email: string;
  isFresh: boolean;
  hasPassword: boolean;
  hasSecondStep: boolean;
  hasGoogle: boolean;
  hasPasskey: boolean;
}

/** The person behind a session, as other parts of the product get to see them. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: Role;
  image: string | null;
}

/**
 * Everything a person can do with an account. Every function throws a DomainError for what can't be done; those marked * ask
 * for a fresh session, and refuse with "stale-session" without one.
 */
export interface Accounts {
  /** By session cookie only. Null for nobody: no session, one past its limits, a banned or deleted person. */
  identify(asking: AccountRequest): Promise<Signed | null>;
  /** By our token in `Authorization: Bearer`, for the API; null when it is not, or no longer, good. */
  identifyByToken(asking: AccountRequest): Promise<Signed | null>;
  /** Puts on record that somebody signed in asked for what is not theirs to see or do. */
  noteRefused(asking: AccountRequest, personId: string): Promise<void>;

  /** Why a new password would be refused, before it is sent with its form; null for one that can be used. */
  checkPassword(input: { password: string; known: string[] }): Promise<{ refused: string | null }>;

  /** Answers the same whether the address is known or not; the cookie binds the registration to this browser. */
  register(asking: AccountRequest, input: Registration): Promise<AccountAnswer>;
  readVerification(
    asking: AccountRequest,
    token: string,
  ): Promise<{ state: "ready" | "gone"; email: string; needsPassword: boolean }>;
  /** Makes the account; nobody is signed in by it. */
  verify(
    asking: AccountRequest,
    input: { token: string } & Partial<NewPasswordInput>,
  ): Promise<AccountAnswer>;
  resendVerification(asking: AccountRequest, input: { email: string }): Promise<void>;

  signIn(
    asking: AccountRequest,
    input: { email: string; password: string },
  ): Promise<AccountAnswer & { next: "in" | "second-step" }>;
  secondStep(
    asking: AccountRequest,
    input: { code: string; kind: "app" | "recovery" },
  ): Promise<AccountAnswer>;
  signOut(asking: AccountRequest): Promise<AccountAnswer>;
  enabledSignInKinds(): SignInKind[];

  forgot(asking: AccountRequest, input: { email: string }): Promise<void>;
  readReset(asking: AccountRequest, token: string): Promise<{ state: "ready" | "gone" }>;
  /** Ends every session; nobody is signed in by it. */
  reset(asking: AccountRequest, input: { token: string } & NewPasswordInput): Promise<AccountAnswer>;

  /** Leads to the provider, which leads back to `/api/auth/callback/google`. */
  startProvider(asking: AccountRequest, input: ProviderStart): Promise<AccountAnswer & { location: string }>;
  /** Whether the provider, if there is one, can be reached and is what the settings say. */
  checkProvider(): Promise<boolean>;
  /** Answers where to go from the provider's callback, whatever came back. */
  finishProvider(asking: AccountRequest): Promise<AccountAnswer & { location: string }>;
  linkedProviders(asking: AccountRequest): Promise<LinkedProvider[]>;
  /** * Never the last way in. */
  unlinkProvider(asking: AccountRequest, input: { id: string }): Promise<AccountAnswer>;

  /** Makes the session fresh; with a code of the app, or a recovery code, where two-factor authentication is on. */
  confirmPassword(asking: AccountRequest, input: { password: string; code?: string }): Promise<AccountAnswer>;
  waysToConfirm(asking: AccountRequest): Promise<WaysToConfirm>;
  /** Keeps what was typed, without passwords and codes, for the page at this path while its person confirms who they are. */
  keepForm(asking: AccountRequest, form: { path: string; typed: Record<string, string> }): Promise<void>;
  /** Hands it out, once, to the same session when it is fresh; null when there is nothing for this path. */
  takeKeptForm(asking: AccountRequest, page: { path: string }): Promise<Record<string, string> | null>;
  saveProfile(asking: AccountRequest, input: { name: string; phone: string }): Promise<AccountAnswer>;
  /** Null takes the photo away. */
  savePhoto(asking: AccountRequest, file: Uint8Array | null): Promise<AccountAnswer>;
  /** WebP; for its owner and for staff, null for anybody else. */
  readPhoto(asking: AccountRequest, id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** * Also sets a first password; `current` is empty then. Ends the other sessions. */
  changePassword(
    asking: AccountRequest,
    input: { current: string } & NewPasswordInput,
  ): Promise<AccountAnswer>;
  /** * Mails both ends; the address changes when both have confirmed, and then all sessions end. */
  askEmailChange(asking: AccountRequest, input: { email: string }): Promise<AccountAnswer>;
  readEmailChange(
    asking: AccountRequest,
    token: string,
  ): Promise<{ state: "ready" | "gone"; end: "old" | "new"; newEmail: string }>;
  confirmEmailChange(
    asking: AccountRequest,
    input: { token: string },
  ): Promise<AccountAnswer & { changed: boolean }>;
  /** From the old address: the change was not asked for by its owner. */
  cancelEmailChange(asking: AccountRequest, input: { token: string }): Promise<AccountAnswer>;

  listSessions(asking: AccountRequest): Promise<OwnSession[]>;
  /** * */
  endSession(asking: AccountRequest, input: { id: string }): Promise<AccountAnswer>;
  /** * */
  endOtherSessions(asking: AccountRequest): Promise<AccountAnswer>;

  /** * The codes count only once the step is enabled. */
  beginSecondStep(asking: AccountRequest): Promise<SecondStepSetup>;
  /** * */
  enableSecondStep(
    asking: AccountRequest,
    input: { code: string },
  ): Promise<AccountAnswer & { recoveryCodes: string[] }>;
  /** * */
  disableSecondStep(asking: AccountRequest): Promise<AccountAnswer>;
  /** * */
  renewRecoveryCodes(asking: AccountRequest): Promise<{ recoveryCodes: string[] }>;

  /** Options for `navigator.credentials.get`, as JSON. */
  passkeySignInOptions(asking: AccountRequest): Promise<AccountAnswer & { options: object }>;
  passkeySignIn(asking: AccountRequest, input: { response: unknown }): Promise<AccountAnswer>;
  /** * Options for `navigator.credentials.create`, as JSON. */
  passkeyRegisterOptions(asking: AccountRequest): Promise<AccountAnswer & { options: object }>;
  /** * */
  registerPasskey(asking: AccountRequest, input: { name: string; response: unknown }): Promise<AccountAnswer>;
  listPasskeys(asking: AccountRequest): Promise<OwnPasskey[]>;
  renamePasskey(asking: AccountRequest, input: { id: string; name: string }): Promise<AccountAnswer>;
  /** * Never the last way in. */
  removePasskey(asking: AccountRequest, input: { id: string }): Promise<AccountAnswer>;

  setNewsletter(
    asking: AccountRequest,
    input: { wanted: boolean; consentText: string },
  ): Promise<AccountAnswer>;
  listMyMessages(asking: AccountRequest): Promise<OwnMessage[]>;
  /** * Everything kept about the person. */
  exportMe(asking: AccountRequest): Promise<object>;
  /** * The account goes after 14 days. */
  askDeletion(asking: AccountRequest): Promise<AccountAnswer>;
  keepAccount(asking: AccountRequest): Promise<AccountAnswer>;

  /** The first admin, by the link the first start prints. */
  readSetup(asking: AccountRequest, token: string): Promise<{ state: "ready" | "gone" }>;
  setUp(
    asking: AccountRequest,
    input: { token: string; name: string; email: string } & NewPasswordInput,
  ): Promise<AccountAnswer>;

  readInvitation(asking: AccountRequest, token: string): Promise<ReadInvitation>;
  /** Nobody is signed in by it. Who has an account by then needs no password for it. */
  acceptInvitation(
    asking: AccountRequest,
    input: { token: string } & Partial<NewPasswordInput>,
  ): Promise<AccountAnswer>;
  /** What admins do with the accounts of others. */
  staff: StaffAccounts;

  /** A token for the signed-in person's own address, and for no other. */
  issueToken(asking: AccountRequest, input: { email: string }): Promise<{ token: string }>;
  /** The public keys that tokens are signed with (RFC 7517). */
  jwks(): Promise<{ keys: object[] }>;
  project(key: string): Project;
}

export interface InvitationInput {
  name: string;
  email: string;
  role: Role;
}

/**
 * What admins do with the accounts of others. Every function asks who asks, by cookie or token: an admin, past their second
 * step. It throws a DomainError for what can't be done; those marked * ask for a fresh session, and refuse with "stale-session".
 */
export interface StaffAccounts {
  /** * Never one's own, nor the last admin's. What was open under the old role ends. */
  changeRole(asking: AccountRequest, input: { id: string; role: Role }): Promise<void>;
  /** * Never oneself, nor the last admin. */
  ban(asking: AccountRequest, input: { id: string }): Promise<void>;
  /** * */
  unban(asking: AccountRequest, input: { id: string }): Promise<void>;
  /** * For somebody who has lost app and codes, and has shown in person who they are; never for oneself. */
  dropSecondStep(asking: AccountRequest, input: { id: string }): Promise<void>;
  endSession(asking: AccountRequest, input: { id: string; session: string }): Promise<void>;
  /** All of somebody's; of one's own the one that asks stays. */
  endSessions(asking: AccountRequest, input: { id: string }): Promise<void>;
  /** * Mails a link that is good once and for 7 days; answers the invitation's id, which will be the person's. */
  invite(asking: AccountRequest, input: InvitationInput): Promise<{ id: string; link: string }>;
  /** Mails a new link; the one before is worth nothing from then on. */
  resendInvitation(asking: AccountRequest, input: { id: string }): Promise<{ link: string }>;
  revokeInvitation(asking: AccountRequest, input: { id: string }): Promise<void>;
}
