import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "react-router";
import type { PostForm } from "../parts/action-button.tsx";
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
        <button
          className="btn icon-only compact quiet bare"
          type="submit"
          name="intent"
          value="up"
          disabled={at === 0}
        >
          <ArrowUp className="icon" aria-hidden />
          <span className="visually-hidden">Move {name} up</span>
        </button>
        <button
          className="btn icon-only compact quiet bare"
          type="submit"
          name="intent"
          value="down"
          disabled={at === categories.length - 1}
        >
          <ArrowDown className="icon" aria-hidden />
          <span className="visually-hidden">Move {name} down</span>
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
          Edit<span className="visually-hidden"> {name}</span>
        </summary>
        <CategoryForms category={category} others={categories.filter((one) => one.id !== id)} Form={Form} />
      </details>
    </li>
  );
}

function tell(all: number): string {
  return all === 1 ? "1 entry" : `${all.toLocaleString("en")} entries`;
}

type Category = CategoryScreen["categories"][number];

interface CategoryFormsProps {
  category: Category;
  others: Category[];
  Form: PostForm;
}

/** Rename; merge into another; delete. Each says what becomes of the entries. */
function CategoryForms({ category, others, Form }: CategoryFormsProps) {
  const { id, name, summary, all } = category;
  const entries = all === 1 ? "its 1 entry" : `its ${all.toLocaleString("en")} entries`;
  return (
    <div className="boxes">
      <Form method="post" key={`${name} ${summary}`}>
        <input type="hidden" name="id" value={id} />
        <div className="field">
          <label htmlFor={`name-${id}`}>Name</label>
          <input
            className="input"
            id={`name-${id}`}
            name="name"
            required
            maxLength={80}
            defaultValue={name}
          />
        </div>
        <div className="field">
          <label htmlFor={`summary-${id}`}>Summary</label>
          <input
            className="input"
            id={`summary-${id}`}
            name="summary"
            maxLength={500}
            defaultValue={summary}
          />
        </div>
        <p className="warn-line">Its address changes with the name. The old one is redirected.</p>
        <button className="btn quiet" type="submit" name="intent" value="change">
          Save
        </button>
      </Form>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        {others.length > 0 && (
          <>
            <div className="field">
              <label htmlFor={`to-${id}`}>Move {entries} to</label>
              <select className="input" id={`to-${id}`} name="to" defaultValue="">
                <option value="">Choose…</option>
                {others.map((other) => (
                  <option key={other.id} value={other.id}>
                    {other.name}
                  </option>
                ))}
              </select>
            </div>
            <p className="warn-line">Its address is redirected there. This can’t be undone.</p>
            <button className="btn quiet" type="submit" name="intent" value="merge">
              Merge “{name}”
            </button>
          </>
        )}
        <button className="btn quiet bad" type="submit" name="intent" value="delete">
          {all === 0 ? "Delete" : `Delete and remove it from ${entries}`}
        </button>
      </Form>
    </div>
  );
}
