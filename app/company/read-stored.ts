import { emptySettings, type Settings, settingsSchema } from "./settings-schema.ts";

/**
 * Settings as they were stored, whichever version stored them: what is new is filled, a phone or e-mail that is not let in
 * any more stays as it was until somebody types it anew, and any other such value is left out rather than the whole site.
 */
export function readStored(data: string): Settings {
  const stored: unknown = JSON.parse(data);
  const first = settingsSchema.safeParse(stored);
  if (first.success) return first.data;
  const kept = listOutdated(data);
  for (const { code, path, ...issue } of first.error.issues)
    if (code === "unrecognized_keys" && "keys" in issue)
      for (const key of issue.keys) leaveOut(stored, [...path, key]);
    else leaveOut(stored, path);
  const second = settingsSchema.safeParse(stored);
  if (!second.success) return emptySettings;
  for (const { path, text } of kept)
    Reflect.set(Object(holderOf(second.data, path)), path.at(-1) ?? "", text);
  return second.data;
}

export interface Outdated {
  path: readonly PropertyKey[];
  text: string;
  /** What is wrong with it, in words. */
  message: string;
}

/** Phones and e-mail addresses that were stored once and would be refused now. */
export function listOutdated(data: string): Outdated[] {
  const stored: unknown = JSON.parse(data);
  const issues = settingsSchema.safeParse(stored).error?.issues ?? [];
  return issues.flatMap(({ path, message }) => {
    const text: unknown = Reflect.get(Object(holderOf(stored, path)), path.at(-1) ?? "");
    const isContact = ["phone", "whatsapp", "email"].includes(String(path.at(-1)));
    return isContact && typeof text === "string" ? [{ path, text, message }] : [];
  });
}

/** What holds the value at a path. */
export function holderOf(from: unknown, path: readonly PropertyKey[]): unknown {
  let at = from;
  for (const step of path.slice(0, -1)) at = Reflect.get(Object(at), step);
  return at;
}

/** Of a list the whole row goes, since the others would take its number. */
function leaveOut(from: unknown, path: readonly PropertyKey[]): void {
  const at = holderOf(from, path);
  const last = path.at(-1);
  if (typeof at === "object" && at !== null && last !== undefined) Reflect.deleteProperty(at, last);
}
