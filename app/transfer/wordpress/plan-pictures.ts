import { readFile } from "node:fs/promises";
import type { PlannedFile } from "../plan.ts";
import { wholeFile } from "../problem.ts";
import { lineOf } from "./html-text.ts";
import { isDocument, isImage, isPdfName, type OldSite } from "./old-site.ts";
import type { Report } from "./report.ts";

/** Every picture and PDF to bring along: all attachments that were found, and whatever else the texts show or link to. */
export function planPictures(
  site: OldSite,
  shown: Iterable<string>,
  report: Report,
): { pictures: PlannedFile[]; documents: PlannedFile[] } {
  const alts = new Map<string, string>();
  const documents = new Set<string>();
  for (const item of site.wxr.items.filter(({ type }) => type === "attachment")) {
    const name = `Attachment ${item.id} “${lineOf(item.title)}”`;
    const isTaken = isImage(item) || isDocument(item);
    const file = isTaken ? site.uploads.find(item.attachmentUrl) : null;
    if (file !== null && isDocument(item)) documents.add(file);
    else if (file !== null)
      alts.set(file, lineOf(item.meta.get("_wp_attachment_image_alt") ?? "").slice(0, 1000));
    else if (!isTaken) report.add(name, `file ${item.attachmentUrl}`, "Only pictures and PDFs come along");
    else
      report.add(
        name,
        `${isDocument(item) ? "document" : "picture"} ${item.attachmentUrl}`,
        "It is not among the files that came with the export (--uploads)",
      );
    if (file !== null && item.content.trim() !== "")
      report.add(
        name,
        `description “${lineOf(item.content)}”`,
        "A picture has an alternative text and captions here",
      );
  }
  for (const file of shown) {
    if (isPdfName(file)) documents.add(file);
    else if (!alts.has(file)) alts.set(file, "");
  }
  const plan = (key: string, file: string, alt: string): PlannedFile => ({
    key,
    alt,
    name: file.split("/").at(-1) ?? file,
    focal: [0.5, 0.5],
    place: wholeFile(file),
    read: () => readFile(site.uploads.pathOf(file)),
  });
  return {
    pictures: [...alts].map(([file, alt]) => plan(`pictures/${file}`, file, alt)),
    documents: [...documents].map((file) => plan(`documents/${file}`, file, "")),
  };
}
