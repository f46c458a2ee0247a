import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { RequestContext } from "#app/platform/http/listener/request-context.ts";
import type { AccountContext } from "./account-context.ts";

/** Cookies, user agent, origin and visit of a request. */
export interface AccountRequest {
  request: Request;
  /** The part of the request context that accounts use. */
  requestContext: Pick<RequestContext, "id" | "address" | "noStore" | "noteSignedIn">;
  /** Sent by a script without user activity, so it does not extend the session. */
  isBackground?: boolean;
}

/** Set-Cookie values to append to the response. */
export interface AccountAnswer {
  cookies: readonly string[];
}

export type Role = "member" | "editor" | "admin";
export type SignInKind = "password" | "google" | "passkey";

/** Account data that its owner may see. */
export interface Person {
  id: string;
  name: string;
  email: string;
  /** In E.164; empty if not given. */
  phone: string;
  /** Path of the photo; null without a photo. */
  image: string | null;
  role: Role;
  hasPassword: boolean;
  hasSecondStep: boolean;
  newsletter: "none" | "pending" | "confirmed";
  createdAt: string;
  /** Date of the scheduled deletion; null unless requested. */
  deletesAt: string | null;
}

export interface Signed {
  person: Person;
  sessionId: string;
  /** Whether the person signed in or reauthenticated within the last 15 minutes. */
  isFresh: boolean;
  /** Whether the grace period of a staff member without two-factor authentication has ended; only setup is allowed. */
  needsTwoFactor: boolean;
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

export interface TwoFactorSetup {
  secret: string;
  /** `otpauth:` address, to be shown as a QR code. */
  uri: string;
}

export interface ReadInvitation {
  state: "ready" | "gone";
  name: string;
  email: string;
  role: Role;
  /** Whether the address has an account now. */
  hasAccount: boolean;
}

/** Response of `GET /api/auth/v1/projects`. */
export interface Project {
  projectId: string;
  authorizedDomains: string[];
  signInKinds: SignInKind[];
}

/** Methods by which a person can reauthenticate. */
export interface ConfirmMethods {
  personId: string;
  email: string;
  isFresh: boolean;
  hasPassword: boolean;
  hasSecondStep: boolean;
  hasGoogle: boolean;
  hasPasskey: boolean;
}

/** Person behind a session, as other parts of the product see them. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  role: Role;
  image: string | null;
}

/** Minimum role for an address. Admins include editors, who include signed-in users. */
export type Who = "anyone" | "signed-in" | "editor" | "admin";

/** Whether a signed-in person with this role may use an address. */
export function includesRole(who: Who, role: Person["role"]): boolean {
  return roles[who].includes(role);
}

const everybody: readonly Person["role"][] = ["member", "editor", "admin"];

const roles: Record<Who, readonly Person["role"][]> = {
  anyone: everybody,
  "signed-in": everybody,
  editor: ["editor", "admin"],
  admin: ["admin"],
};

export function isWho(value: unknown): value is Who {
  return typeof value === "string" && Object.hasOwn(roles, value);
}

/** Public client key of this site's own pages. */
export const webKey = "frontdesk-web";

export function enabledSignInKinds({ google }: AccountContext): SignInKind[] {
  return google ? ["password", "google", "passkey"] : ["password", "passkey"];
}

/** Settings that a page needs before it opens a popup. */
export function describeProject(ctx: AccountContext, key: string): Project {
  if (key !== webKey)
    throw new DomainError("invalid", "The key is not that of this site.", { reason: "invalid-api-key" });
  const { hostname } = ctx.publicUrl;
  return {
    projectId: "frontdesk",
    authorizedDomains: [hostname],
    signInKinds: enabledSignInKinds(ctx),
  };
}

/** Consent text for a new account: shown next to the checkbox or button, and stored verbatim. */
export const accountConsent =
  "You may keep my name and e-mail address for this account. I can delete it myself at any time.";
