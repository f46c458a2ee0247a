import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import type { PostForm } from "../content/list/bulk-bar.tsx";
import { CategoryForms } from "./category-forms.tsx";
import type { CategoryScreen } from "./read-categories.ts";

interface CategoryLineProps {
  category: CategoryScreen["categories"][number];
  at: number;
  screen: CategoryScreen;
  Form: PostForm;
}

/** One category: its place, what it holds, and behind a button all that can be done with it. */
export function CategoryLine({ category, at, screen, Form }: CategoryLineProps) {
  const { id, name, slug, summary, all, published } = category;
  const { categories, lists } = screen;
  return (
    <li>
      <Form method="post" className="order">
        <input type="hidden" name="id" value={id} />
        <button className="btn ico sm q bare" type="submit" name="intent" value="up" disabled={at === 0}>
          <ArrowUp className="i" aria-hidden />
          <span className="vh">Move {name} up</span>
        </button>
        <button
          className="btn ico sm q bare"
          type="submit"
          name="intent"
          value="down"
          disabled={at === categories.length - 1}
        >
          <ArrowDown className="i" aria-hidden />
          <span className="vh">Move {name} down</span>
        </button>
      </Form>
      <div className="what">
        <b>{name}</b>
        <small>{summary || slug}</small>
      </div>
      <span className="num mute">
        {lists[0] ? (
          <Link to={`${lists[0].list}?${new URLSearchParams({ category: slug })}`}>{tell(all)}</Link>
        ) : (
          tell(all)
        )}
        {all > 0 && `, ${published} published`}
      </span>
      <details className="edit-one">
        <summary className="plain">
          Edit<span className="vh"> {name}</span>
        </summary>
        <CategoryForms category={category} others={categories.filter((one) => one.id !== id)} Form={Form} />
      </details>
    </li>
  );
}

function tell(all: number): string {
  return all === 1 ? "1 entry" : `${all.toLocaleString("en")} entries`;
}
