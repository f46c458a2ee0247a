import type { Selectable } from "kysely";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Writing } from "#app/platform/database/database.ts";
import type { SessionTable } from "#app/platform/database/tables/accounts.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { hashSecret, newSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import { type ClientContext, recordEvent } from "../account-events.ts";
import type { Role } from "../accounts.ts";
import type { User } from "../users.ts";

export type Session = Selectable<SessionTable>;
export type SignInMethod =
  | "password"
  | "password+app"
  | "password+recovery"
  | "google"
  | "google+app"
  | "google+recovery"
  | "passkey";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Minutes of inactivity after which a staff session ends, by role; set by the company. */
export type StaffIdleMinutes = Record<Exclude<Role, "member">, number>;

/** Lifetime of a session in seconds: idle and absolute. Staff sessions are shorter. */
export function sessionLifetimeOf(
  role: Role,
  idleMinutes: StaffIdleMinutes,
): { idle: number; absolute: number } {
  return role === "member"
    ? { idle: 7 * day, absolute: absoluteSecondsOf(role) }
    : { idle: idleMinutes[role] * minute, absolute: absoluteSecondsOf(role) };
}

function absoluteSecondsOf(role: Role): number {
  return role === "member" ? 30 * day : 12 * hour;
}

/**
 * Time in milliseconds that a reauthentication counts for guarded actions, so strangers at an open browser cannot
 * perform them later.
 */
export const freshMs = 15 * minute * 1000;

export function isFresh({ reauthenticated_at }: Session, now: Date): boolean {
  return Date.parse(reauthenticated_at) > now.getTime() - freshMs;
}

/** Creates a session with a random id; only the cookie contains its secret. */
export async function insertSession(
  tx: Writing,
  here: ClientContext,
  user: User,
  method: SignInMethod,
): Promise<{ secret: string; seconds: number; id: string }> {
  const secret = newSecret();
  const hash = hashSecret(secret);
  const seconds = absoluteSecondsOf(user.role);
  const id = newId();
  await tx.query
    .insertInto("sessions")
    .values({
      id,
      user_id: user.id,
      token_hash: hash,
      method,
      reauthenticated_at: here.at,
      created_at: here.at,
      updated_at: here.at,
      ip_prefix: here.network,
      user_agent: here.userAgent,
      expires_at: new Date(here.now.getTime() + seconds * 1000).toISOString(),
    })
    .execute();
  await tx.query.updateTable("users").set({ last_seen_at: here.at }).where("id", "=", user.id).execute();
  return { secret, seconds, id };
}

/** Ends all sessions of a person on every instance. @param but id of a session to keep */
export async function endSessions(tx: Writing, userId: string, but = ""): Promise<void> {
  tx.invalidate(cacheTags.sessions);
  await tx.query.deleteFrom("sessions").where("user_id", "=", userId).where("id", "<>", but).execute();
  await tx.query
    .deleteFrom("one_time_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "=", "second-step")
    .execute();
}

interface SessionToEnd {
  id: string;
  userId: string;
  /** Person or system that ends it. */
  actor: string;
}

/** Ends and records one session of a person; throws "missing" if it is not theirs. */
export async function endOneSession(
  tx: Writing,
  here: ClientContext,
  { id, userId, actor }: SessionToEnd,
): Promise<void> {
  const ended = await tx.query
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (Number(ended.numDeletedRows) === 0) throw accountErrors.missing();
  tx.invalidate(cacheTags.sessions);
  await recordEvent(tx, here, { actor, action: "session-ended", subject: userId, detail: id });
}

/** Session and person, if both are valid. */
export async function findSession(
  { db, staffIdleMinutes }: Pick<AccountContext, "db" | "staffIdleMinutes">,
  by: { token: string } | { id: string },
  now: Date,
): Promise<{ session: Session; user: User } | null> {
  const [column, value] =
    "token" in by ? (["token_hash", hashSecret(by.token)] as const) : (["id", by.id] as const);
  const session = await db.query
    .selectFrom("sessions")
    .selectAll()
    .where(column, "=", value)
    .executeTakeFirst();
  if (!session || session.method === "") return null;
  const user = await db.query
    .selectFrom("users")
    .selectAll()
    .where("id", "=", session.user_id)
    .where("banned", "=", 0)
    .executeTakeFirst();
  if (!user) return null;
  const lifetime = sessionLifetimeOf(user.role, await staffIdleMinutes());
  return isWithinLimits(session, lifetime, now) ? { session, user } : null;
}

function isWithinLimits(
  session: Session,
  { idle, absolute }: ReturnType<typeof sessionLifetimeOf>,
  now: Date,
): boolean {
  const age = now.getTime() - Date.parse(session.created_at);
  const rest = now.getTime() - Date.parse(session.updated_at);
  return age < absolute * 1000 && rest < idle * 1000;
}
