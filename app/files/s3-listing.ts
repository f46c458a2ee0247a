import { SaxesParser } from "saxes";
import type { StoredFile } from "./store.ts";

/** One page of a bucket's objects (ListObjectsV2); `next` is the token of the page after, or null. */
export function readListing(xml: string): { files: StoredFile[]; next: string | null } {
  const files: StoredFile[] = [];
  let next: string | null = null;
  let text = "";
  let name = "";
  let changedAt = new Date(0);
  const parser = new SaxesParser();
  parser.on("opentag", () => (text = ""));
  parser.on("text", (part) => (text += part));
  parser.on("closetag", ({ name: tag }) => {
    if (tag === "Key") name = text;
    if (tag === "LastModified") changedAt = new Date(text);
    if (tag === "NextContinuationToken") next = text;
    if (tag === "Contents") files.push({ name, changedAt });
  });
  parser.write(xml).close();
  return { files, next };
}
