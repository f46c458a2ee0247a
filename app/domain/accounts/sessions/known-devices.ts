import { createHash } from "node:crypto";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import type { ClientContext } from "../account-events.ts";
import type { User } from "../users.ts";

/** Lifetime of the device cookie in seconds. */
export const deviceSeconds = 400 * 86_400;

/** Signs of an account's owner before authentication; each null if absent. */
export interface KnownOrigin {
  /** SHA-256 of the cookie of a known browser. */
  device: string | null;
  /** Per-person hash of a known network. */
  network: string | null;
}

/** @param device SHA-256 of the requesting browser's cookie, or of an empty string without one */
export async function findKnownOrigin(
  { query }: Database,
  userId: string,
  device: string,
  network: string,
): Promise<KnownOrigin> {
  const rows = await query
    .selectFrom("known_devices")
    .select(["device", "network"])
    .where("user_id", "=", userId)
    .execute();
  const ownNetwork = networkHash(userId, network);
  return {
    device: rows.some((row) => row.device === device) ? device : null,
    network: rows.some((row) => row.network === ownNetwork) ? ownNetwork : null,
  };
}

/** Records use of a browser; returns whether to notify the person: it is new and not their first. */
export async function rememberDevice(
  tx: Writing,
  here: ClientContext,
  userId: string,
  secret: string,
): Promise<{ isNew: boolean }> {
  const known = await tx.query
    .selectFrom("known_devices")
    .select("device")
    .where("user_id", "=", userId)
    .execute();
  const device = hashSecret(secret);
  const used = {
    seen_at: here.at,
    network: networkHash(userId, here.network),
  };
  await tx.query
    .insertInto("known_devices")
    .values({ user_id: userId, device, ...used })
    .onConflict((conflict) => conflict.columns(["user_id", "device"]).doUpdateSet(used))
    .execute();
  return { isNew: known.length > 0 && !known.some((row) => row.device === device) };
}

/** Forgets all known browsers except, optionally, one. @param but cookie secret of that one */
export async function forgetDevices(tx: Writing, userId: string, but: string | null): Promise<void> {
  await tx.query
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("device", "<>", hashSecret(but ?? ""))
    .execute();
}

/** Notifies the person about a sign-in from a new browser. */
export async function mailNewDevice(
  { publicUrl }: AccountContext,
  tx: Writing,
  here: ClientContext,
  user: User,
): Promise<void> {
  const mail = {
    template: "new-device" as const,
    name: user.name,
    at: here.now,
    browser: describeBrowser(here.userAgent),
    network: here.network,
    link: new URL("/myprofile", publicUrl).href,
  };
  await queueMail(tx, { to: user.email, personId: user.id, mail }, here.now);
}

/** Per-person hash of a network, so rows do not show that two people share one. */
function networkHash(userId: string, network: string): string {
  return createHash("sha256").update(`${userId} ${network}`).digest("base64url").slice(0, 22);
}

/** Readable browser name, such as "Firefox on Windows"; "A browser" if unknown. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? "A browser";
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}

/** Most specific first: each user agent also contains the names of those after it. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bUC ?Browser\//i, "UC Browser"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
