import { createHash } from "node:crypto";
import type { Database, Writing } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import type { AccountContext } from "../account-context.ts";
import type { ClientContext } from "../account-events.ts";
import type { User } from "../users.ts";

/** How long a browser keeps the cookie it is known by, in seconds. */
export const deviceSeconds = 400 * 86_400;

/** What the owner of an account is recognised by before anything is proven; each null when it does not apply. */
export interface KnownAsker {
  /** SHA-256 of the cookie of a browser they have signed in with. */
  device: string | null;
  /** A hash of the network they have signed in from, theirs alone. */
  network: string | null;
}

/** @param device SHA-256 of the asking browser's cookie; that of nothing when it has none */
export async function findKnownAsker(
  { query }: Database,
  userId: string,
  device: string,
  network: string,
): Promise<KnownAsker> {
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

/** Notes that a browser was used; answers whether the person is to hear of it: it is new, and not their first. */
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

/** No browser is known any more but, perhaps, one. @param but the secret of that one's cookie */
export async function forgetDevices(tx: Writing, userId: string, but: string | null): Promise<void> {
  await tx.query
    .deleteFrom("known_devices")
    .where("user_id", "=", userId)
    .where("device", "<>", hashSecret(but ?? ""))
    .execute();
}

/** Tells the person of a sign-in by a browser they never used. */
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

/** Each person's own hash of a network: rows of two people in one network do not show it. */
function networkHash(userId: string, network: string): string {
  return createHash("sha256").update(`${userId} ${network}`).digest("base64url").slice(0, 22);
}

/** A browser as its owner would call it, such as "Firefox on Windows"; anything unknown is "A browser". */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? "A browser";
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
  return system ? `${browser} on ${system}` : browser;
}

/** Each names itself after the ones before it as well. */
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
