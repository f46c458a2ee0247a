import { emptySettings, type Settings, settingsSchema } from "./settings-schema.ts";

/**
 * Settings as they were stored, whichever version stored them: what is new is filled, and a value that is not let in any
 * more is left out rather than the whole site.
 */
export function readStored(data: string): Settings {
  const stored: unknown = JSON.parse(data);
  const first = settingsSchema.safeParse(stored);
  if (first.success) return first.data;
  for (const { code, path, ...issue } of first.error.issues)
    if (code === "unrecognized_keys" && "keys" in issue)
      for (const key of issue.keys) leaveOut(stored, [...path, key]);
    else leaveOut(stored, path);
  const second = settingsSchema.safeParse(stored);
  return second.success ? second.data : emptySettings;
}

/** Of a list the whole row goes, since the others would take its number. */
function leaveOut(from: unknown, path: readonly PropertyKey[]): void {
  let at: unknown = from;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  const last = path.at(-1);
  if (typeof at === "object" && at !== null && last !== undefined) Reflect.deleteProperty(at, last);
}
