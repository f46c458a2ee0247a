import type { Engine } from "#app/platform/database/engines/engine.ts";

/** Accounts, sign-in methods, sessions and pending tokens. Secrets are hashed or encrypted. */
export function accountsTables({ dialect: { keyType: key } }: Engine): string[] {
  return [
    `create table users (
      id ${key} primary key,
      name text not null,
      email text not null,
      email_key ${key} not null unique,
      email_verified integer not null,
      image text,
      phone text not null default '',
      role ${key} not null default 'member',
      role_since ${key} not null,
      banned integer not null default 0,
      created_at ${key} not null,
      updated_at ${key} not null,
      deletes_at ${key},
      last_seen_at ${key} not null default '',
      consent_text text not null default '',
      consented_at ${key} not null default ''
    )`,
    "create index users_joined on users (created_at, id)",
    "create index users_leaving on users (deletes_at) where deletes_at is not null",
    "create index users_named on users (name, id)",
    "create index users_seen on users (last_seen_at, id)",
    "create index users_staff on users (role) where role <> 'member'",
    `create table invitations (
      id ${key} primary key,
      name text not null,
      email text not null,
      email_key ${key} not null unique,
      role ${key} not null,
      token_hash ${key} not null unique,
      invited_by ${key} not null references users(id) on delete cascade,
      created_at ${key} not null,
      sent_at ${key} not null,
      expires_at ${key} not null
    )`,
    "create index invitations_by on invitations (invited_by)",
    `create table identities (
      id ${key} primary key,
      user_id ${key} not null references users(id) on delete cascade,
      provider_id ${key} not null,
      account_id ${key} not null,
      issuer ${key} not null default '',
      password text,
      email text not null default '',
      created_at ${key} not null,
      updated_at ${key} not null
    )`,
    "create unique index identities_account on identities (provider_id, issuer, account_id)",
    "create unique index identities_person on identities (user_id, provider_id)",
    `create table sessions (
      id ${key} primary key,
      user_id ${key} not null references users(id) on delete cascade,
      token_hash ${key} not null unique,
      expires_at ${key} not null,
      created_at ${key} not null,
      updated_at ${key} not null,
      ip_prefix text,
      user_agent text,
      reauthenticated_at ${key} not null default '',
      method ${key} not null default ''
    )`,
    "create index sessions_ending on sessions (expires_at)",
    "create index sessions_person on sessions (user_id)",
    `create table passkeys (
      id ${key} primary key,
      user_id ${key} not null references users(id) on delete cascade,
      name text,
      public_key text not null,
      credential_id ${key} not null unique,
      counter double precision not null,
      device_type text not null,
      backed_up integer not null,
      transports text,
      aaguid text,
      created_at ${key},
      last_used_at ${key}
    )`,
    "create index passkeys_person on passkeys (user_id)",
    `create table passkey_challenges (
      id ${key} primary key,
      token_hash ${key} not null unique,
      challenge text not null,
      expires_at ${key} not null,
      created_at ${key} not null
    )`,
    `create table two_factor (
      user_id ${key} primary key references users(id) on delete cascade,
      secret text not null,
      recovery_codes text not null,
      verified integer not null,
      last_step integer not null,
      created_at ${key} not null
    )`,
    `create table known_devices (
      user_id ${key} not null references users(id) on delete cascade,
      device ${key} not null,
      seen_at ${key} not null,
      network ${key} not null default '',
      primary key (user_id, device)
    )`,
    `create table registrations (
      id ${key} primary key,
      name text not null,
      email text not null,
      email_key ${key} not null,
      password text not null,
      token_hash ${key} not null unique,
      browser ${key} not null,
      newsletter integer not null,
      consent_text text not null,
      created_at ${key} not null,
      expires_at ${key} not null
    )`,
    "create index registrations_browser on registrations (browser)",
    "create index registrations_email on registrations (email_key)",
    `create table one_time_tokens (
      id ${key} primary key,
      user_id ${key} references users(id) on delete cascade,
      purpose ${key} not null,
      token_hash ${key} not null unique,
      data text not null default '',
      attempts integer not null default 0,
      created_at ${key} not null,
      expires_at ${key} not null,
      used_at ${key}
    )`,
    "create index one_time_tokens_ending on one_time_tokens (expires_at)",
    "create index one_time_tokens_person on one_time_tokens (user_id, purpose)",
    `create table photos (
      id ${key} primary key,
      user_id ${key} not null unique references users(id) on delete cascade,
      bytes text not null,
      created_at ${key} not null
    )`,
    `create table signing_keys (
      id ${key} primary key,
      public_key text not null,
      private_key text not null,
      created_at ${key} not null,
      expires_at ${key} not null
    )`,
    `create table service_tokens (
      id ${key} primary key,
      name text not null,
      start ${key} not null unique,
      token_hash ${key} not null,
      scopes text not null,
      created_by ${key} not null,
      created_at ${key} not null,
      expires_at ${key} not null,
      last_used_at ${key},
      revoked_at ${key}
    )`,
    `create table views (
      id ${key} primary key,
      user_id ${key} not null references users(id) on delete cascade,
      list ${key} not null,
      name text not null,
      query text not null,
      created_at ${key} not null
    )`,
    "create index views_list on views (user_id, list)",
    `create table limits (
      rule ${key} not null,
      subject ${key} not null,
      window_start ${key} not null,
      count integer not null,
      primary key (rule, subject, window_start)
    )`,
    "create index limits_window on limits (window_start)",
  ];
}
