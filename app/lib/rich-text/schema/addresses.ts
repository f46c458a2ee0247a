const longest = 2048;
const spaceOrControl = /[\s\p{Cc}]/u;
const videoHost = /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$|^(?:www\.|player\.)?vimeo\.com$/;

/** Whether a link may use the address: web, mail, phone, own path or anchor; never an executable one. */
export function isLinkAddress(address: unknown): address is string {
  if (typeof address !== "string" || address === "" || address.length > longest) return false;
  if (spaceOrControl.test(address) || !address.isWellFormed()) return false;
  if (address.startsWith("#")) return true;
  if (address.startsWith("/")) return isOwnPath(address);
  if (/^(?:mailto|tel):[^/]/i.test(address)) return true;
  return isWebAddress(address, /^https?:\/\/[^/]/i);
}

/** Whether an anchor id is valid: no spaces, at most 200 characters. */
export function isAnchorId(id: unknown): id is string {
  return (
    typeof id === "string" && id !== "" && id.length <= 200 && !spaceOrControl.test(id) && id.isWellFormed()
  );
}

/** Whether an address is a video on YouTube or Vimeo, or an MP4 or WebM file by https or of this site. */
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

const youtube = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;
const vimeo = /^(?:www\.|player\.)?vimeo\.com$/;

/** Normalized address of a video from that of its page, player or file, or null. */
export function videoAddress(raw: string): string | null {
  const address = raw.trim().replace(/^(?:http:)?\/\//i, "https://");
  if (isOwnFile(address)) return address;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const video = youtubeVideo(url) ?? vimeoVideo(url) ?? fileVideo(url);
  return isVideoAddress(video) ? video : null;
}

/** Service that hosts a video; null for a file. */
export function videoService(address: string): "YouTube" | "Vimeo" | null {
  const host = URL.parse(address)?.hostname ?? "";
  if (host === "youtu.be" || youtube.test(host)) return "YouTube";
  return vimeo.test(host) ? "Vimeo" : null;
}

function youtubeVideo(url: URL): string | null {
  const isShort = url.hostname === "youtu.be";
  if (!isShort && !youtube.test(url.hostname)) return null;
  const path = isShort
    ? url.pathname.slice(1)
    : /^\/(?:embed|shorts|live|v)\/([\w-]+)/.exec(url.pathname)?.[1];
  const id = path ?? url.searchParams.get("v") ?? "";
  return /^[\w-]{5,20}$/.test(id) && id !== "videoseries" ? `https://www.youtube.com/watch?v=${id}` : null;
}

function vimeoVideo(url: URL): string | null {
  const id = vimeo.test(url.hostname) ? /^\/(?:video\/)?(\d+)/.exec(url.pathname)?.[1] : null;
  return id ? `https://vimeo.com/${id}` : null;
}

function fileVideo(url: URL): string | null {
  return /\.(?:mp4|webm)$/i.test(url.pathname) ? url.href : null;
}

function isOwnFile(address: string): boolean {
  return /^\/[^/\\]\S*\.(?:mp4|webm)$/i.test(address);
}
