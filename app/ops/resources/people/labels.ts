import type { Role, SignInKind } from "#app/domain/accounts/accounts.ts";
import type { ListedPerson } from "#app/domain/accounts/staff/read-people.ts";
import type { BadgePiece } from "../definition.ts";

export const roleLabels: Record<Role, string> = { member: "Member", editor: "Editor", admin: "Admin" };

/** Noun with its article, for sentences. */
export const roleNouns: Record<Role, string> = { member: "a member", editor: "an editor", admin: "an admin" };

/** Permissions of a role as a phrase. */
export const roleMeanings: Record<Role, string> = {
  member: "only their own profile, no dashboard",
  editor: "content, files, inbox and newsletter",
  admin: "everything, including people, settings, mail, redirects and the audit log",
};

export const roles = ["member", "editor", "admin"] as const;

export const signInMethodLabels: Record<SignInKind, string> = {
  password: "password",
  google: "Google",
  passkey: "passkey",
};

/** Badge for an unusual account state; null otherwise. */
export function personBadge({
  isBanned,
  deletesAt,
}: Pick<ListedPerson, "isBanned" | "deletesAt">): BadgePiece | null {
  if (isBanned) return { badge: "Banned", tone: "wrong" };
  return deletesAt ? { badge: "Deletion pending", tone: "slow" } : null;
}
