/** Settings with a part of them changed: records are merged key by key, everything else takes the place of what was there. */
export function mergeSettings(now: unknown, changes: unknown): unknown {
  if (!isRecord(now) || !isRecord(changes) || now.type === "doc") return changes;
  const names = new Set([...Object.keys(now), ...Object.keys(changes)]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(changes, name)
        ? mergeSettings(Object.hasOwn(now, name) ? now[name] : undefined, changes[name])
        : now[name],
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
