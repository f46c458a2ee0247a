import { textLineOf } from "./html-text.ts";
import { nameOf } from "./titles.ts";
import type { Uploads } from "./uploads.ts";
import type { WxrItem, WxrSite } from "./wxr.ts";

/** A WordPress site as a whole, for what its entries say of each other. */
export interface OldSite {
  wxr: WxrSite;
  items: Map<string, WxrItem>;
  /** New title of every item that comes along. */
  titles: Map<string, string>;
  uploads: Uploads;
  hosts: Set<string>;
  /** Where its files stood, if elsewhere. */
  fileHosts: Set<string>;
  /** Attachments below an item, in their order. */
  attachmentsOf(id: string): WxrItem[];
  /** How an item is called in the report. */
  nameOf(item: WxrItem): string;
}

export function openOldSite(wxr: WxrSite, titles: Map<string, string>, uploads: Uploads): OldSite {
  const attachments = Map.groupBy(
    wxr.items.filter((item) => item.type === "attachment"),
    (item) => item.parent,
  );
  return {
    wxr,
    titles,
    uploads,
    items: new Map(wxr.items.map((item) => [item.id, item])),
    hosts: new Set(wxr.urls.flatMap(hostsOf)),
    fileHosts: new Set(wxr.items.flatMap(({ attachmentUrl }) => URL.parse(attachmentUrl)?.host ?? [])),
    attachmentsOf: (id) => attachments.get(id) ?? [],
    nameOf: (item) => nameOf(item, titles.get(item.id) ?? item.title),
  };
}

/** With and without www. */
function hostsOf(address: string): string[] {
  const host = URL.parse(address)?.host.replace(/^www\./, "");
  return host ? [host, `www.${host}`] : [];
}

export function isImage(item: WxrItem): boolean {
  return /\.(jpe?g|png|gif|webp|avif)$/i.test(URL.parse(item.attachmentUrl)?.pathname ?? "");
}

export function isDocumentFile(item: WxrItem): boolean {
  return isPdfName(URL.parse(item.attachmentUrl)?.pathname ?? "");
}

export function isPdfName(name: string): boolean {
  return /\.pdf$/i.test(name);
}

/** A file of the former site as an import names it: by its path below the uploads. */
export function fileKey(file: string): string {
  return `${isPdfName(file) ? "documents" : "pictures"}/${file}`;
}

/** The day and the moment an item was published; null for one that never was. */
export function wordPressMoment({ dateGmt, date }: WxrItem): { day: string; moment: string } | null {
  const moment = firstMoment([dateGmt, date]);
  if (moment === null) return null;
  return { day: /^[1-9]\d{3}-/.test(date) ? date.slice(0, 10) : moment.slice(0, 10), moment };
}

/** The first that is a moment as WordPress writes it, which is "0000-00-00 00:00:00" for none; ISO 8601, or null. */
export function firstMoment(texts: readonly string[]): string | null {
  for (const text of texts) {
    if (!/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) continue;
    const moment = new Date(`${text.replace(" ", "T")}Z`);
    if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  }
  return null;
}

/** How readers know who wrote it. */
export function authorOf({ author }: WxrItem, { wxr }: OldSite): string {
  return textLineOf(wxr.authors.get(author) || author).slice(0, 120);
}
