import { DomainError } from "#app/platform/domain-error.ts";
import type { AccountContext } from "./account-context.ts";

/** Who asks, as the request shows it: its cookies, browser and origin, and the visit it came by. */
export interface AccountRequest {
  request: Request;
  /** The part of the request context that accounts use. */
  requestContext: {
    readonly id: string;
    /** Network address of the visitor. */
    readonly address: string;
    noStore(): void;
    noteSignedIn(personId: string): void;
  };
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
export interface ConfirmMethods {
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

/** Who may use an address; an admin may what an editor may, an editor what anybody signed in may. */
export type Who = "anyone" | "signed-in" | "editor" | "admin";

/** Whether somebody who is signed in with a role may use an address. */
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

/** Names this site to its own pages; no secret. */
export const webKey = "frontdesk-web";

export function enabledSignInKinds({ google }: AccountContext): SignInKind[] {
  return google ? ["password", "google", "passkey"] : ["password", "passkey"];
}

/** What a page must know before it opens a popup. */
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

/** What a person agrees to with an account: shown beside the box or the button, and kept, word for word. */
export const accountConsent =
  "You may keep my name and e-mail address for this account. I can delete it myself at any time.";
