import type { Role, SignInKind } from "#app/accounts/accounts.ts";
import type { ListedPerson } from "#app/accounts/staff/read-people.ts";
import type { BadgePiece } from "../definition.ts";

export const roleLabels: Record<Role, string> = { member: "Member", editor: "Editor", admin: "Admin" };

/** In a sentence. */
export const roleNouns: Record<Role, string> = { member: "a member", editor: "an editor", admin: "an admin" };

/** What a role opens, in half a sentence. */
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

/** What is out of the ordinary about an account; null where nothing is. */
export function personBadge({
  isBanned,
  deletesAt,
}: Pick<ListedPerson, "isBanned" | "deletesAt">): BadgePiece | null {
  if (isBanned) return { badge: "Banned", tone: "wrong" };
  return deletesAt ? { badge: "Deletion pending", tone: "slow" } : null;
}
