import { Archive, Copy, Ellipsis, ExternalLink, EyeOff, History, Trash2 } from "lucide-react";
import { Menu, MenuLink, MenuSubmit } from "#app/ui/kit/menu.tsx";
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
        <MenuLink to={entry.path} isDocument>
          <ExternalLink className="icon" aria-hidden /> {hasPage ? "View" : "View the list"}
        </MenuLink>
      )}
      <MenuLink to={`${editPath}/history`}>
        <History className="icon" aria-hidden /> History
      </MenuLink>
      <MenuSubmit form="entry" intent="duplicate">
        <Copy className="icon" aria-hidden /> Duplicate
      </MenuSubmit>
      {isPublic && (
        <MenuSubmit form="entry" intent="unpublish">
          <EyeOff className="icon" aria-hidden /> Unpublish
        </MenuSubmit>
      )}
      {entry.state !== "archived" && (
        <MenuSubmit form="entry" intent="archive">
          <Archive className="icon" aria-hidden /> Archive
        </MenuSubmit>
      )}
      <MenuSubmit form="entry" intent="trash">
        <Trash2 className="icon" aria-hidden /> Move to trash
      </MenuSubmit>
    </Menu>
  );
}
