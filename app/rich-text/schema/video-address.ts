import { isVideoAddress } from "./addresses.ts";

const youtube = /^(?:(?:www|m|music)\.)?youtube(?:-nocookie)?\.com$/;
const vimeo = /^(?:www\.|player\.)?vimeo\.com$/;

/** The address of a film as we keep it, from that of its page, its player or its file; else null. */
export function videoAddress(raw: string): string | null {
  const address = raw.trim().replace(/^(?:http:)?\/\//i, "https://");
  if (isOwnFile(address)) return address;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const film = youtubeVideo(url) ?? vimeoVideo(url) ?? fileVideo(url);
  return isVideoAddress(film) ? film : null;
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
