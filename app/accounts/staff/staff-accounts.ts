import type { AccountRequest, Role } from "../accounts.ts";

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
