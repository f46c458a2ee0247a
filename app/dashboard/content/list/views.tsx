import { Bookmark, X } from "lucide-react";
import { Link, useFetcher } from "react-router";
import { Menu } from "../../parts/menu.tsx";
import { useSaid } from "../../parts/toasts.tsx";
import { queryOf } from "./asked.ts";
import type { ListScreen } from "./read-list.ts";

/** Ways of looking at this list that I have kept; each is an address that can be passed on. */
export function Views({ list: { views, asked, possible, kind } }: { list: ListScreen }) {
  const { Form, data } = useFetcher();
  useSaid(data);
  const query = queryOf({ ...asked, after: "", before: "" }, possible);
  return (
    <Menu
      button={
        <>
          <Bookmark className="i" aria-hidden /> Saved views
        </>
      }
    >
      {views.map((view) => (
        <div className="view" key={view.id}>
          <Link
            to={view.query === "" ? kind.list : `${kind.list}?${view.query}`}
            aria-current={view.query === query ? "page" : undefined}
          >
            {view.name}
          </Link>
          <Form method="post">
            <input type="hidden" name="view" value={view.id} />
            <button className="btn ico sm q" type="submit" name="intent" value="remove-view">
              <X className="i" aria-hidden />
              <span className="vh">Delete the view {view.name}</span>
            </button>
          </Form>
        </div>
      ))}
      {views.length > 0 && <hr />}
      <Form method="post" className="keep">
        <input type="hidden" name="query" value={query} />
        <div className="f">
          <label htmlFor="view-name">Save the current view as</label>
          <input className="in" id="view-name" name="name" required maxLength={60} />
        </div>
        <button className="btn q" type="submit" name="intent" value="save-view">
          Save view
        </button>
      </Form>
    </Menu>
  );
}
