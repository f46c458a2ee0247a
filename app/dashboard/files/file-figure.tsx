import { FileText } from "lucide-react";
import type { LibraryItem } from "./read-library.ts";

/** A file to be seen small; its name stands beside it. */
export function FileFigure({ item }: { item: Pick<LibraryItem, "thumb" | "width" | "height"> }) {
  if (item.thumb === null)
    return (
      <span className="file-sheet">
        <FileText className="icon" aria-hidden /> PDF
      </span>
    );
  return (
    <img src={item.thumb} alt="" width={item.width} height={item.height} loading="lazy" decoding="async" />
  );
}
