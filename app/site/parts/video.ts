import { videoService } from "#app/lib/rich-text/schema/addresses.ts";

interface Film {
  address: string;
  /** Its title or caption; "" for none. */
  name: string;
}

/** Replaces the content of a box by a video player; returns false for an address without one. */
export function playVideo(box: HTMLElement, { address, name }: Film): boolean {
  const player = /\.(mp4|webm)$/i.test(address) ? createVideo(address) : createFrame(address);
  if (player === null) return false;
  const service = videoService(address);
  player.title = name ? `Video: ${name}` : service ? `${service} video` : "Video";
  const caption = box.querySelector("figcaption");
  box.replaceChildren(player, ...(caption ? [caption] : []));
  player.focus();
  return true;
}

/** Returns the cookie-free player address of a YouTube or Vimeo page; null for other addresses. */
export function embedAddress(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m)\./, "");
  if (host === "youtu.be") return youtube(url.pathname.slice(1));
  if (host === "youtube.com")
    return youtube(url.searchParams.get("v") ?? url.pathname.split("/").at(-1) ?? "");
  if (host === "vimeo.com") return vimeo(url.pathname.slice(1));
  return null;
}

function youtube(id: string): string | null {
  return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` : null;
}

function vimeo(id: string): string | null {
  return /^\d{4,14}$/.test(id) ? `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` : null;
}

function createFrame(address: string): HTMLElement | null {
  const src = embedAddress(address);
  if (src === null) return null;
  const frame = document.createElement("iframe");
  frame.src = src;
  frame.allow = "autoplay; fullscreen; picture-in-picture";
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  return frame;
}

function createVideo(address: string): HTMLElement {
  const video = document.createElement("video");
  video.src = address;
  video.controls = true;
  video.autoplay = true;
  return video;
}
