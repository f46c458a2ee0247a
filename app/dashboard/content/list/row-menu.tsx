import { Ellipsis } from "lucide-react";
import { Link } from "react-router";
import { Menu } from "../../parts/menu.tsx";
import type { KindOfScreen } from "../kind-of-screen.ts";
import type { PostForm } from "./bulk-bar.tsx";
import type { ListRow } from "./read-list.ts";

interface RowMenuProps {
  row: ListRow;
  kind: KindOfScreen;
  canOrder: boolean;
  Form: PostForm;
}

/** What can be done with one line, by a form of its own. */
export function RowMenu({ row, kind, canOrder, Form }: RowMenuProps) {
  const isLive = row.state === "published" || row.state === "changed";
  const deeds: [string, string, boolean][] = [
    ["publish", row.state === "changed" ? "Publish changes" : "Publish", row.state !== "published"],
    ["unpublish", "Unpublish", isLive || row.state === "scheduled"],
    ["archive", "Archive", row.state !== "archived"],
    ["duplicate", "Duplicate", true],
    ["move-up", "Move up", canOrder],
    ["move-down", "Move down", canOrder],
    ["trash", "Move to trash", true],
  ];
  return (
    <Menu
      className="btn ico q sm bare"
      button={
        <>
          <Ellipsis className="i" aria-hidden />
          <span className="vh">More for {row.title}</span>
        </>
      }
    >
      <Link to={`${kind.edit}/${row.id}`}>Edit</Link>
      <Link to={`${kind.edit}/${row.id}/history`}>History</Link>
      {isLive && (
        <a href={row.path} target="_blank" rel="noreferrer">
          View
        </a>
      )}
      <hr />
      <Form
        method="post"
        onSubmit={({ currentTarget }) => {
          const menu = currentTarget.closest("details");
          menu?.removeAttribute("open");
          menu?.querySelector("summary")?.focus();
        }}
      >
        <input type="hidden" name="id" value={row.id} />
        {deeds
          .filter(([, , isOffered]) => isOffered)
          .map(([intent, name]) => (
            <button
              key={intent}
              type="submit"
              name="intent"
              value={intent}
              className={intent === "trash" ? "bad" : ""}
            >
              {name}
            </button>
          ))}
      </Form>
    </Menu>
  );
}
