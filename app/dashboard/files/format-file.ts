import { sayBytes, sayCount } from "#app/text/counts.ts";
import type { LibraryItem } from "./read-library.ts";

/** Such as "1,920 × 1,280, 412 KB" or "12 pages, 1.1 MB". */
export function saySize({ kind, width, height, pages, bytes }: Omit<LibraryItem, "uses">): string {
  const measure =
    kind === "picture"
      ? `${width.toLocaleString("en")} × ${height.toLocaleString("en")}`
      : pages === null
        ? "PDF"
        : `${pages.toLocaleString("en")} ${pages === 1 ? "page" : "pages"}`;
  return `${measure}, ${sayBytes(bytes)}`;
}

export function sayUses(count: number): string {
  return count === 0 ? "Not used" : `In ${sayCount(count, "place")}`;
}
