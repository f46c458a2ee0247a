import type { Generated } from "kysely";

/** Counts of attempts for rate limits: one row for each rule, subject and window. */
export interface LimitTable {
  rule: string;
  subject: string;
  window_start: string;
  count: number;
}

/** A person with an account, created once the e-mail address is proven. Flags are 0 or 1. */
export interface UserTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  email_verified: number;
  /** Photo id. */
  image: string | null;
  phone: Generated<string>;
  role: "member" | "editor" | "admin";
  role_since: string;
  banned: Generated<number>;
  created_at: string;
  updated_at: string;
  deletes_at: string | null;
  /** Rounded to the minute; empty before the first visit. */
  last_seen_at: Generated<string>;
  /** Exact consent text and its time at registration; empty for accounts that others created. */
  consent_text: Generated<string>;
  consented_at: Generated<string>;
}

/** A pending invitation, one for each address; its id becomes the account's id. */
export interface InvitationTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  role: "member" | "editor" | "admin";
  /** SHA-256 of the link's token. */
  token_hash: string;
  invited_by: string;
  created_at: string;
  /** Time of the last mail with the link. */
  sent_at: string;
  expires_at: string;
}

/** A sign-in method: a password ("credential") or an account with a provider. */
export interface IdentityTable {
  id: string;
  user_id: string;
  provider_id: "credential" | "google";
  account_id: string;
  /** Issuer of `account_id`, which is unique only per issuer; empty for a password. */
  issuer: Generated<string>;
  /** argon2id as a PHC string. */
  password: string | null;
  /** E-mail address verified by the provider. */
  email: Generated<string>;
  created_at: string;
  updated_at: string;
}

export interface SessionTable {
  id: string;
  user_id: string;
  /** SHA-256 of the session cookie. */
  token_hash: string;
  expires_at: string;
  created_at: string;
  /** Time of last use, rounded to the minute. */
  updated_at: string;
  /** Network prefix of the address that opened the session. */
  ip_prefix: string | null;
  user_agent: string | null;
  /** Time of the last reauthentication. */
  reauthenticated_at: Generated<string>;
  method: Generated<string>;
}

/** A single-use passkey challenge of one browser. */
export interface PasskeyChallengeTable {
  id: string;
  /** SHA-256 of the browser cookie. */
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

/** An authenticator app, required once it is verified. Secret and codes are encrypted. */
export interface TwoFactorTable {
  user_id: string;
  secret: string;
  recovery_codes: string;
  verified: number;
  /** Time step of the last accepted code; earlier or equal steps are rejected. */
  last_step: number;
  created_at: string;
}

/** Browsers a person has signed in with, by the hash of a cookie. */
export interface KnownDeviceTable {
  user_id: string;
  device: string;
  seen_at: string;
  /** Hash of the person and the browser's last network; empty if last seen before this column was added. */
  network: Generated<string>;
}

/** A registration that waits for proof of its address; several may exist for one address. */
export interface RegistrationTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  password: string;
  /** SHA-256 of the link's token. */
  token_hash: string;
  /** SHA-256 of the cookie of the registering browser. */
  browser: string;
  newsletter: number;
  consent_text: string;
  created_at: string;
  expires_at: string;
}

/** Single-use tokens of mailed links and of cookies during a sign-in. */
export interface OneTimeTokenTable {
  id: string;
  user_id: string | null;
  purpose: OneTimeTokenPurpose;
  /** SHA-256 of the secret, or of the session for a stored form. */
  token_hash: string;
  data: Generated<string>;
  attempts: Generated<number>;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

export type OneTimeTokenPurpose =
  | "reset"
  /** An unprocessed request to reset a password, without a secret. */
  | "reset-asked"
  | "email-old"
  | "email-new"
  | "email-cancel"
  | "setup"
  | "second-step"
  | "provider"
  /** Encrypted form input during a reauthentication, found by the session. */
  | "kept-form";

export interface PhotoTable {
  id: string;
  user_id: string;
  /** WebP in base64. */
  bytes: string;
  created_at: string;
}

/** Signing keys of access tokens; the private key is encrypted. */
export interface SigningKeyTable {
  id: string;
  public_key: string;
  private_key: string;
  created_at: string;
  expires_at: string;
}

/** API tokens of programs. Rows are never deleted, since the audit refers to them. */
export interface ServiceTokenTable {
  id: string;
  name: string;
  /** Public beginning of the token, for lookup and display. */
  start: string;
  /** SHA-256 of the whole token. */
  token_hash: string;
  /** Separated by spaces. */
  scopes: string;
  created_by: string;
  created_at: string;
  expires_at: string;
  /** Rounded to the hour; null before the first use. */
  last_used_at: string | null;
  revoked_at: string | null;
}
