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
      className="btn q ico"
      button={
        <>
          <Ellipsis className="i" aria-hidden />
          <span className="vh">More</span>
        </>
      }
    >
      {isPublic && (
        <a href={entry.path}>
          <ExternalLink className="i" aria-hidden /> {hasPage ? "View" : "View the list"}
        </a>
      )}
      <Link to={`${editPath}/history`}>
        <History className="i" aria-hidden /> History
      </Link>
      <button type="submit" form="entry" name="intent" value="duplicate">
        <Copy className="i" aria-hidden /> Duplicate
      </button>
      {isPublic && (
        <button type="submit" form="entry" name="intent" value="unpublish">
          <EyeOff className="i" aria-hidden /> Unpublish
        </button>
      )}
      {entry.state !== "archived" && (
        <button type="submit" form="entry" name="intent" value="archive">
          <Archive className="i" aria-hidden /> Archive
        </button>
      )}
      <button type="submit" form="entry" name="intent" value="trash">
        <Trash2 className="i" aria-hidden /> Move to trash
      </button>
    </Menu>
  );
}
