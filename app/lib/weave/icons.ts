/** Names of the lucide icons for entries of an IT company; small enough to send to the browser. */
export const ICON_NAMES = [
  "book-open",
  "building-2",
  "calendar",
  "camera",
  "chart-line",
  "cloud",
  "code",
  "cpu",
  "credit-card",
  "database",
  "factory",
  "file-text",
  "film",
  "globe",
  "graduation-cap",
  "headset",
  "image",
  "landmark",
  "layers",
  "leaf",
  "lock",
  "mail",
  "map-pin",
  "megaphone",
  "newspaper",
  "palette",
  "pen-tool",
  "phone",
  "rocket",
  "search",
  "server",
  "shield-check",
  "ship",
  "shopping-cart",
  "smartphone",
  "star",
  "stethoscope",
  "store",
  "train-front",
  "truck",
  "users",
  "video",
  "wheat",
  "wifi",
  "wrench",
] as const;

export type IconName = (typeof ICON_NAMES)[number];

const known: ReadonlySet<string> = new Set(ICON_NAMES);

export function isIconName(name: string): name is IconName {
  return known.has(name);
}
