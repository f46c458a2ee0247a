import type { Role, SignInKind } from "#app/accounts/accounts.ts";

export const roleWords: Record<Role, string> = { member: "Member", editor: "Editor", admin: "Admin" };

/** What a role opens, in half a sentence. */
export const roleMeanings: Record<Role, string> = {
  member: "their own profile, nothing of the dashboard",
  editor: "content, files and what visitors send",
  admin: "everything, with people, settings, mail, redirects and audit",
};

export const roles = ["member", "editor", "admin"] as const;

export const wayWords: Record<SignInKind, string> = {
  password: "password",
  google: "Google",
  passkey: "passkey",
};
