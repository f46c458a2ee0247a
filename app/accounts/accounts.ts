import type { Visit } from "#app/http/listener/request-context.ts";
import type { StaffAccounts } from "./staff/staff-accounts.ts";

/** Who asks, as the request shows it: its cookies, browser and origin, and the visit it came by. */
export interface Asking {
  request: Request;
  visit: Visit;
  /** Asked by the product itself: it keeps no session from ending for want of use. */
  isBackground?: boolean;
}

/** Set-Cookie values to append to the answer. */
export interface Done {
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

export interface NewPassword {
  password: string;
  passwordAgain: string;
}

export interface Registration extends NewPassword {
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
 * Everything a person can do with an account. Every function throws a Refusal for what can't be done; those marked * ask
 * for a fresh session, and refuse with "stale-session" without one.
 */
export interface Accounts {
  /** By session cookie only. Null for nobody: no session, one past its limits, a banned or deleted person. */
  identify(asking: Asking): Promise<Signed | null>;
  /** By our token in `Authorization: Bearer`, for the API; null when it is not, or no longer, good. */
  identifyByToken(asking: Asking): Promise<Signed | null>;
  /** Puts on record that somebody signed in asked for what is not theirs to see or do. */
  noteRefused(asking: Asking, personId: string): Promise<void>;

  /** Why a new password would be refused, before it is sent with its form; null for one that can be used. */
  checkPassword(input: { password: string; known: string[] }): Promise<{ refused: string | null }>;

  /** Answers the same whether the address is known or not; the cookie binds the registration to this browser. */
  register(asking: Asking, input: Registration): Promise<Done>;
  readVerification(
    asking: Asking,
    token: string,
  ): Promise<{ state: "ready" | "gone"; email: string; needsPassword: boolean }>;
  /** Makes the account; nobody is signed in by it. */
  verify(asking: Asking, input: { token: string } & Partial<NewPassword>): Promise<Done>;
  resendVerification(asking: Asking, input: { email: string }): Promise<void>;

  signIn(
    asking: Asking,
    input: { email: string; password: string },
  ): Promise<Done & { next: "in" | "second-step" }>;
  secondStep(asking: Asking, input: { code: string; kind: "app" | "recovery" }): Promise<Done>;
  signOut(asking: Asking): Promise<Done>;
  enabledSignInKinds(): SignInKind[];

  forgot(asking: Asking, input: { email: string }): Promise<void>;
  readReset(asking: Asking, token: string): Promise<{ state: "ready" | "gone" }>;
  /** Ends every session; nobody is signed in by it. */
  reset(asking: Asking, input: { token: string } & NewPassword): Promise<Done>;

  /** Leads to the provider, which leads back to `/api/auth/callback/google`. */
  startProvider(asking: Asking, input: ProviderStart): Promise<Done & { location: string }>;
  /** Whether the provider, if there is one, can be reached and is what the settings say. */
  checkProvider(): Promise<boolean>;
  /** Answers where to go from the provider's callback, whatever came back. */
  finishProvider(asking: Asking): Promise<Done & { location: string }>;
  linkedProviders(asking: Asking): Promise<LinkedProvider[]>;
  /** * Never the last way in. */
  unlinkProvider(asking: Asking, input: { id: string }): Promise<Done>;

  /** Makes the session fresh; with a code of the app, or a recovery code, where two-factor authentication is on. */
  confirmPassword(asking: Asking, input: { password: string; code?: string }): Promise<Done>;
  waysToConfirm(asking: Asking): Promise<WaysToConfirm>;
  /** Keeps what was typed, without passwords and codes, for the page at this path while its person confirms who they are. */
  keepForm(asking: Asking, form: { path: string; typed: Record<string, string> }): Promise<void>;
  /** Hands it out, once, to the same session when it is fresh; null when there is nothing for this path. */
  takeKeptForm(asking: Asking, page: { path: string }): Promise<Record<string, string> | null>;
  saveProfile(asking: Asking, input: { name: string; phone: string }): Promise<Done>;
  /** Null takes the photo away. */
  savePhoto(asking: Asking, file: Uint8Array | null): Promise<Done>;
  /** WebP; for its owner and for staff, null for anybody else. */
  readPhoto(asking: Asking, id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** * Also sets a first password; `current` is empty then. Ends the other sessions. */
  changePassword(asking: Asking, input: { current: string } & NewPassword): Promise<Done>;
  /** * Mails both ends; the address changes when both have confirmed, and then all sessions end. */
  askEmailChange(asking: Asking, input: { email: string }): Promise<Done>;
  readEmailChange(
    asking: Asking,
    token: string,
  ): Promise<{ state: "ready" | "gone"; end: "old" | "new"; newEmail: string }>;
  confirmEmailChange(asking: Asking, input: { token: string }): Promise<Done & { changed: boolean }>;
  /** From the old address: the change was not asked for by its owner. */
  cancelEmailChange(asking: Asking, input: { token: string }): Promise<Done>;

  listSessions(asking: Asking): Promise<OwnSession[]>;
  /** * */
  endSession(asking: Asking, input: { id: string }): Promise<Done>;
  /** * */
  endOtherSessions(asking: Asking): Promise<Done>;

  /** * The codes count only once the step is enabled. */
  beginSecondStep(asking: Asking): Promise<SecondStepSetup>;
  /** * */
  enableSecondStep(asking: Asking, input: { code: string }): Promise<Done & { recoveryCodes: string[] }>;
  /** * */
  disableSecondStep(asking: Asking): Promise<Done>;
  /** * */
  renewRecoveryCodes(asking: Asking): Promise<{ recoveryCodes: string[] }>;

  /** Options for `navigator.credentials.get`, as JSON. */
  passkeySignInOptions(asking: Asking): Promise<Done & { options: object }>;
  passkeySignIn(asking: Asking, input: { response: unknown }): Promise<Done>;
  /** * Options for `navigator.credentials.create`, as JSON. */
  passkeyRegisterOptions(asking: Asking): Promise<Done & { options: object }>;
  /** * */
  registerPasskey(asking: Asking, input: { name: string; response: unknown }): Promise<Done>;
  listPasskeys(asking: Asking): Promise<OwnPasskey[]>;
  renamePasskey(asking: Asking, input: { id: string; name: string }): Promise<Done>;
  /** * Never the last way in. */
  removePasskey(asking: Asking, input: { id: string }): Promise<Done>;

  setNewsletter(asking: Asking, input: { wanted: boolean; consentText: string }): Promise<Done>;
  listMyMessages(asking: Asking): Promise<OwnMessage[]>;
  /** * Everything kept about the person. */
  exportMe(asking: Asking): Promise<object>;
  /** * The account goes after 14 days. */
  askDeletion(asking: Asking): Promise<Done>;
  keepAccount(asking: Asking): Promise<Done>;

  /** The first admin, by the link the first start prints. */
  readSetup(asking: Asking, token: string): Promise<{ state: "ready" | "gone" }>;
  setUp(asking: Asking, input: { token: string; name: string; email: string } & NewPassword): Promise<Done>;

  readInvitation(asking: Asking, token: string): Promise<ReadInvitation>;
  /** Nobody is signed in by it. Who has an account by then needs no password for it. */
  acceptInvitation(asking: Asking, input: { token: string } & Partial<NewPassword>): Promise<Done>;
  /** What admins do with the accounts of others. */
  staff: StaffAccounts;

  /** A token for the signed-in person's own address, and for no other. */
  issueToken(asking: Asking, input: { email: string }): Promise<{ token: string }>;
  /** The public keys that tokens are signed with (RFC 7517). */
  jwks(): Promise<{ keys: object[] }>;
  project(key: string): Project;
}
