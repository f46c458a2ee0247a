import type { Generated } from "kysely";

/** Sliding counts of attempts: one row for each rule, subject and window. */
export interface LimitTable {
  rule: string;
  subject: string;
  window_start: string;
  count: number;
}

/** A person with an account; there is none before its e-mail address is proven. Truths are 0 or 1. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  email_verified: number;
  /** Id of the photo. */
  image: string | null;
  phone: Generated<string>;
  role: "member" | "editor" | "admin";
  role_since: string;
  banned: Generated<number>;
  created_at: string;
  updated_at: string;
  deletes_at: string | null;
  /** To the minute; empty for somebody who was never here. */
  last_seen_at: Generated<string>;
  /** What they agreed to when they made the account, word for word, and when; empty where others made it. */
  consent_text: Generated<string>;
  consented_at: Generated<string>;
}

/** Somebody who was asked to join, until they do; the invitation's id becomes theirs. One an address. */
export interface InvitationTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  role: "member" | "editor" | "admin";
  /** SHA-256 of what the link holds. */
  token_hash: string;
  invited_by: string;
  created_at: string;
  /** When the link was mailed last. */
  sent_at: string;
  expires_at: string;
}

/** A way in that is known by another name: a password ("credential") or an account with a provider. */
export interface IdentityTable {
  id: string;
  user_id: string;
  provider_id: "credential" | "google";
  account_id: string;
  /** The provider that names this account; empty for a password. Another provider may use the same id for somebody else. */
  issuer: Generated<string>;
  /** argon2id as a PHC string. */
  password: string | null;
  /** The address the provider vouched for. */
  email: Generated<string>;
  created_at: string;
  updated_at: string;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of what the cookie holds. */
  token_hash: string;
  expires_at: string;
  created_at: string;
  /** When it was last used, to the minute. */
  updated_at: string;
  /** Of the address it was opened from, the part that names a network. */
  ip_prefix: string | null;
  user_agent: string | null;
  /** When the person last proved who they are. */
  reauthenticated_at: Generated<string>;
  method: Generated<string>;
}

/** A challenge that one browser answers with a passkey, once. */
export interface PasskeyChallengeTable {
  id: string;
  /** SHA-256 of what the cookie of the browser holds. */
  token_hash: string;
  /** JSON. */
  challenge: string;
  expires_at: string;
  created_at: string;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  name: string | null;
  public_key: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: number;
  transports: string | null;
  aaguid: string | null;
  created_at: string | null;
  last_used_at: string | null;
}

/** An authenticator app; counts once it was verified. Secret and codes are encrypted. */
export interface TwoFactorTable {
  user_id: string;
  secret: string;
  recovery_codes: string;
  verified: number;
  /** The step of time of the last code taken; none at or before it is taken again. */
  last_step: number;
  created_at: string;
}

/** Browsers a person has signed in with, by the hash of a cookie. */
export interface KnownDeviceTable {
  user_id: string;
  device: string;
  seen_at: string;
  /** A hash of the person and the network the browser was in last; empty for one not seen since this is kept. */
  network: Generated<string>;
}

/** A wish for an account that waits for its address to be proven; several may wait for one address. */
export interface RegistrationTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  password: string;
  /** SHA-256 of what the link holds. */
  token_hash: string;
  /** SHA-256 of the cookie that names the browser it came from. */
  browser: string;
  newsletter: number;
  consent_text: string;
  created_at: string;
  expires_at: string;
}

/** Single-use tokens of mailed links and of cookies halfway through a sign-in. */
export interface OneTimeTokenTable {
  id: string;
  user_id: string | null;
  purpose: OneTimeTokenPurpose;
  /** SHA-256 of the secret; of the session for a stored form. */
  token_hash: string;
  data: Generated<string>;
  attempts: Generated<number>;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

export type OneTimeTokenPurpose =
  | "reset"
  /** A forgotten password that was asked about and is not looked at yet; nobody holds its secret. */
  | "reset-asked"
  | "email-old"
  | "email-new"
  | "email-cancel"
  | "setup"
  | "second-step"
  | "provider"
  /** What was typed into a form whose person confirms who they are; found by their session, `data` is sealed. */
  | "kept-form";

export interface PhotoTable {
  id: string;
  user_id: string;
  /** WebP in base64. */
  bytes: string;
  created_at: string;
}

/** Keys our tokens are signed with; the private half is encrypted. */
export interface SigningKeyTable {
  id: string;
  public_key: string;
  private_key: string;
  created_at: string;
  expires_at: string;
}

/** A program's way in. Rows are kept: what it did stands on record under its name. */
export interface ServiceTokenTable {
  id: string;
  name: string;
  /** The part that is no secret, by which it is found and known again. */
  start: string;
  /** SHA-256 of the whole token. */
  token_hash: string;
  /** Separated by spaces. */
  scopes: string;
  created_by: string;
  created_at: string;
  expires_at: string;
  /** To the hour; null before the first use. */
  last_used_at: string | null;
  revoked_at: string | null;
}
