/** The name of a kept file in one revision of its bytes; the first stands for itself. */
export function revisedName(revision: number, name: string): string {
  return revision === 1 ? name : `${revision}-${name}`;
}

/** Which revision a kept file belongs to, and its name without it. */
export function readRevision(name: string): { revision: number; name: string } {
  const [, revision, rest] = /^([2-9]|[1-9]\d{1,5})-(.+)$/.exec(name) ?? [];
  return revision && rest ? { revision: Number(revision), name: rest } : { revision: 1, name };
}
