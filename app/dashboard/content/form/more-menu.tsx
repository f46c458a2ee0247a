import { Archive, Copy, Ellipsis, ExternalLink, EyeOff, History, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { Menu } from "../../parts/menu.tsx";
import type { EntryHead } from "./entry-head.ts";

interface MoreMenuProps {
  entry: EntryHead;
  /** Of its screen. */
  editPath: string;
  /** Whether it has a page of its own; else it stands on its list. */
  hasPage: boolean;
}

/** What is done to an entry now and then. */
export function MoreMenu({ entry, editPath, hasPage }: MoreMenuProps) {
  const isPublic = entry.liveVersion !== null;
  return (
    <Menu
      className="btn quiet icon-only"
      button={
        <>
          <Ellipsis className="icon" aria-hidden />
          <span className="visually-hidden">More</span>
        </>
      }
    >
      {isPublic && (
        <a href={entry.path}>
          <ExternalLink className="icon" aria-hidden /> {hasPage ? "View" : "View the list"}
        </a>
      )}
      <Link to={`${editPath}/history`}>
        <History className="icon" aria-hidden /> History
      </Link>
      <button type="submit" form="entry" name="intent" value="duplicate">
        <Copy className="icon" aria-hidden /> Duplicate
      </button>
      {isPublic && (
        <button type="submit" form="entry" name="intent" value="unpublish">
          <EyeOff className="icon" aria-hidden /> Unpublish
        </button>
      )}
      {entry.state !== "archived" && (
        <button type="submit" form="entry" name="intent" value="archive">
          <Archive className="icon" aria-hidden /> Archive
        </button>
      )}
      <button type="submit" form="entry" name="intent" value="trash">
        <Trash2 className="icon" aria-hidden /> Move to trash
      </button>
    </Menu>
  );
}
