import { readFile } from "node:fs/promises";
import type { PlannedPicture } from "../plan.ts";
import { wholeFile } from "../problem.ts";
import { lineOf } from "./html-text.ts";
import { isImage, type OldSite } from "./old-site.ts";
import type { Report } from "./report.ts";

/** Every picture to bring along: all attachments that were found, and whatever else the texts show. */
export function planPictures(site: OldSite, shown: Iterable<string>, report: Report): PlannedPicture[] {
  const alts = new Map<string, string>();
  for (const item of site.wxr.items.filter(({ type }) => type === "attachment")) {
    const name = `Attachment ${item.id} “${lineOf(item.title)}”`;
    const file = isImage(item) ? site.uploads.find(item.attachmentUrl) : null;
    if (file !== null) alts.set(file, lineOf(item.meta.get("_wp_attachment_image_alt") ?? "").slice(0, 1000));
    else if (!isImage(item)) report.add(name, `file ${item.attachmentUrl}`, "Only pictures come along");
    else
      report.add(
        name,
        `picture ${item.attachmentUrl}`,
        "It is not among the files that came with the export (--uploads)",
      );
    if (file !== null && item.content.trim() !== "")
      report.add(
        name,
        `description “${lineOf(item.content)}”`,
        "A picture has an alternative text and captions here",
      );
  }
  for (const file of shown) if (!alts.has(file)) alts.set(file, "");
  return [...alts].map(([key, alt]) => ({
    ...{ key, alt, name: key.split("/").at(-1) ?? key },
    focal: [0.5, 0.5],
    place: wholeFile(key),
    read: () => readFile(site.uploads.pathOf(key)),
  }));
}
