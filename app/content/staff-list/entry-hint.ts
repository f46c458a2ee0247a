import type { Kind } from "../kind.ts";
import { findKind } from "../kinds.ts";

/** An entry as another screen speaks of it: what it is called and where it is edited. */
export interface EntryHint {
  id: string;
  title: string;
  kind: Kind;
  /** Path of its screen. */
  path: string;
}

export const hintColumns = ["id", "kind", "title"] as const;

/** Null for an entry of a kind that this version does not have. */
export function presentHint(row: { id: string; kind: string; title: string }): EntryHint | null {
  const kind = findKind(row.kind);
  if (!kind) return null;
  return { id: row.id, title: row.title, kind, path: `/dashboard/${kind.dashboard.edit}/${row.id}` };
}
