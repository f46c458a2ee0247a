import type { Database } from "#app/database/database.ts";
import type { Role } from "../accounts.ts";

/** Somebody who was asked to join and has not yet. */
export interface WaitingInvitation {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Name of who asked them, or sent it last. */
  invitedBy: string;
  sentAt: string;
  expiresAt: string;
  isExpired: boolean;
}

/** Everyone who was invited and has not come yet, the latest first; at most 500. */
export async function listInvitations({ query }: Database, now: Date): Promise<WaitingInvitation[]> {
  const rows = await query
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invited_by")
    .selectAll("invitations")
    .select("users.name as inviter")
    .orderBy("sent_at", "desc")
    .orderBy("invitations.id", "desc")
    .limit(500)
    .execute();
  const at = now.toISOString();
  return rows.map(({ id, name, email, role, inviter, sent_at, expires_at }) => ({
    id,
    name,
    email,
    role,
    invitedBy: inviter,
    sentAt: sent_at,
    expiresAt: expires_at,
    isExpired: expires_at <= at,
  }));
}
