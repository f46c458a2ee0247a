const webp = "data:image/webp;base64,";

/** Whether parts of a picture are transparent, which its placeholder says in the head of its file (WebP: an extended file with the flag of an alpha channel). */
export function isSeeThrough(placeholder: string): boolean {
  if (!placeholder.startsWith(webp)) return false;
  const head = Buffer.from(placeholder.slice(webp.length), "base64");
  return head.toString("latin1", 12, 16) === "VP8X" && ((head[20] ?? 0) & 0x10) !== 0;
}
