import FileText from "lucide-react/icons/file-text";
import { formatBytes, formatCount, formatExactCount } from "#app/lib/text/counts.ts";
import { useLayoutData } from "../shell/layout-data.ts";
import type { LibraryItem } from "./read-library.ts";

/** Small picture or icon of a file; its name is next to it. */
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

/** Such as "1,920 × 1,280, 412 KB" or "12 pages, 1.1 MB". */
export function formatFileSize({ kind, width, height, pages, bytes }: Omit<LibraryItem, "uses">): string {
  const measure =
    kind === "picture"
      ? `${width.toLocaleString("en")} × ${height.toLocaleString("en")}`
      : pages === null
        ? "PDF"
        : formatExactCount(pages, "page");
  return `${measure}, ${formatBytes(bytes)}`;
}

export function formatUses(count: number): string {
  return count === 0 ? "Not used" : `In ${formatCount(count, "place")}`;
}

/** Suggestions for tag fields. */
export function TagOptions({ id, tags }: { id: string; tags: readonly { tag: string }[] }) {
  return (
    <datalist id={id}>
      {tags.map(({ tag }) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}

/** Actions for files in the trash; only admins can delete permanently. */
export function TrashActions() {
  const { person } = useLayoutData();
  return (
    <>
      <button className="btn quiet" type="submit" name="intent" value="restore">
        Restore
      </button>
      {person.role === "admin" && (
        <button className="btn quiet bad" type="submit" name="intent" value="purge">
          Delete permanently
        </button>
      )}
    </>
  );
}
