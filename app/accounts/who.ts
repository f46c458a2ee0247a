import type { Person } from "./accounts.ts";

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
