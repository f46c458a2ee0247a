import type { Origin } from "./origin.ts";

/**
 * Why something sent in is set aside, one word a rule; none for what people send. It is kept all the same, and its
 * sender reads the same answer.
 */
export function spamReasons(
  { honeypot, elapsedMs }: Pick<Origin, "honeypot" | "elapsedMs">,
  texts: readonly string[],
): string[] {
  const links = texts.join("\n").match(link)?.length ?? 0;
  const [name = ""] = texts;
  return [
    ...(honeypot ? ["honeypot"] : []),
    ...(isTooFast(elapsedMs) ? ["too-fast"] : []),
    ...(links >= 4 ? ["many-links"] : []),
    ...(name.match(link) ? ["link-as-name"] : []),
  ];
}

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;

function isTooFast(elapsedMs: number | null | undefined): boolean {
  return typeof elapsedMs === "number" && elapsedMs >= 0 && elapsedMs < 2000;
}
