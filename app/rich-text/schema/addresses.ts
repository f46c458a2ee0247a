const longest = 2048;
const spaceOrControl = /[\s\p{Cc}]/u;
const videoHost = /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$|^(?:www\.|player\.)?vimeo\.com$/;

/** Web, mail and phone addresses, own paths and places on the page; nothing that a browser could run. */
export function isLinkAddress(address: unknown): address is string {
  if (typeof address !== "string" || address === "" || address.length > longest) return false;
  if (spaceOrControl.test(address) || !address.isWellFormed()) return false;
  if (address.startsWith("#")) return true;
  if (address.startsWith("/")) return isOwnPath(address);
  if (/^(?:mailto|tel):[^/]/i.test(address)) return true;
  return isWebAddress(address, /^https?:\/\/[^/]/i);
}

/** A film on YouTube or Vimeo, or an MP4 or WebM file by https or from our own address. */
export function isVideoAddress(address: unknown): address is string {
  if (!isLinkAddress(address)) return false;
  if (address.startsWith("/")) return true;
  if (!isWebAddress(address, /^https:\/\/[^/]/i)) return false;
  const { hostname, pathname } = new URL(address);
  return videoHost.test(hostname) || /\.(?:mp4|webm)$/i.test(pathname);
}

export function isExternal(address: string): boolean {
  return /^https?:/i.test(address);
}

function isOwnPath(address: string): boolean {
  return !/^\/[/\\]/.test(address);
}

function isWebAddress(address: string, scheme: RegExp): boolean {
  return scheme.test(address) && !address.includes("\\") && URL.canParse(address);
}
