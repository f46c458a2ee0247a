const webp = "data:image/webp;base64,";
/** Letters of base64 that hold the 21 bytes which are looked at. */
const headLetters = 28;

/** Whether parts of a picture are transparent, which its placeholder says in the head of its file (WebP: an extended file with the flag of an alpha channel). */
export function isSeeThrough(placeholder: string): boolean {
  if (!placeholder.startsWith(webp)) return false;
  const head = Buffer.from(placeholder.slice(webp.length, webp.length + headLetters), "base64");
  return head.toString("latin1", 12, 16) === "VP8X" && ((head[20] ?? 0) & 0x10) !== 0;
}
