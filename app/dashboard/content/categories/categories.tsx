import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useEffect, useRef, useState } from "react";
import { data, Link, useFetcher } from "react-router";
import {
  changeCategory,
  createCategory,
  listCategories,
  orderCategories,
} from "#app/domain/content/categories/categories.ts";
import {
  countCategoryUses,
  holdersOf,
  removeCategory,
} from "#app/domain/content/categories/remove-category.ts";
import { type Taxonomy, taxonomies } from "#app/domain/content/kinds.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import { write } from "#app/platform/database/database.ts";
import type { PostForm } from "../../parts/action-button.tsx";
import { type ActionOk, errorIn, okIn } from "../../parts/action-result.ts";
import { type FormInput, handleAction } from "../../parts/handle-action.ts";
import { requireScreen, type Staff } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import { useFlash } from "../../parts/toasts.tsx";
import { describeKind } from "../kind-of-screen.ts";
import type { Route } from "./+types/categories.ts";

export async function loader(args: Route.LoaderArgs) {
  return readCategoryScreen(await requireScreen(args), taxonomyOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, categoryActions(taxonomyOfScreen(args.request)));
}

/** Screen of one taxonomy's categories and their actions. */
export default function Categories({ loaderData: screen, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher();
  useFlash(fetcher.data);
  const { categories, label, lists } = screen;
  useFocusAfterRemoval(categories.length);
  return (
    <Screen
      title={label}
      count={categories.length}
      answer={actionData}
      crumbs={lists.map(({ many, list }) => ({ name: many, path: list }))}
    >
      <div className="category-list">
        <AddCategory Form={fetcher.Form} answer={fetcher.data ?? actionData} />
        {categories.length > 0 && (
          <ol aria-label={`${label}, in the order the site shows them`}>
            {categories.map((category, at) => (
              <CategoryLine
                key={category.id}
                category={category}
                at={at}
                screen={screen}
                Form={fetcher.Form}
              />
            ))}
          </ol>
        )}
      </div>
    </Screen>
  );
}

/** Removing a category removes the focused control, so the focus moves to the screen's first heading. */
function useFocusAfterRemoval(count: number): void {
  const former = useRef(count);
  useEffect(() => {
    const isFewer = count < former.current;
    former.current = count;
    if (!isFewer || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>("main h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [count]);
}

/** Form that adds a category at the end and empties itself after each one. */
function AddCategory({ Form, answer }: { Form: PostForm; answer: unknown }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (okIn(answer)) form.current?.reset();
  }, [answer]);
  const refused = errorIn(answer);
  const mine = refused?.typed.intent === "add" ? refused : null;
  return (
    <Form method="post" className="add" ref={form}>
      <h2>New category</h2>
      <LabelledField label="Name" name="name" id="name" error={mine?.refusal.fields.name}>
        {(control) => (
          <input className="input" {...control} required maxLength={80} defaultValue={mine?.typed.name} />
        )}
      </LabelledField>
      <LabelledField
        label="Summary"
        name="summary"
        id="summary"
        error={mine?.refusal.fields.summary}
        isOptional
      >
        {(control) => (
          <input className="input" {...control} maxLength={500} defaultValue={mine?.typed.summary} />
        )}
      </LabelledField>
      <button className="btn" type="submit" name="intent" value="add">
        Add category
      </button>
    </Form>
  );
}

type CategoryAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** Actions of the screen of one taxonomy. */
function categoryActions({ name: taxonomy }: { name: Taxonomy }): Record<string, CategoryAction> {
  return {
    async add(sent, { db, actionContext }) {
      const given = { name: sent.text("name"), summary: sent.text("summary") };
      const { id, name } = await write(db, (tx) => createCategory(tx, taxonomy, given, actionContext.actor));
      return { done: `Added “${name}”.`, undo: { intent: "delete", values: { id } } };
    },
    async change(sent, { db, actionContext }) {
      const given = { name: sent.text("name"), summary: sent.text("summary") };
      const id = sent.text("id");
      const before = (await listCategories(db, taxonomy)).find((one) => one.id === id);
      const { name } = await write(db, (tx) => changeCategory(tx, taxonomy, id, given, actionContext.actor));
      const values = { id, name: before?.name ?? name, summary: before?.summary ?? "" };
      return {
        done: `Saved “${name}”. Its former address is redirected.`,
        undo: { intent: "change", values },
      };
    },
    up: (sent, staff) => moveByOne(taxonomy, sent, staff, -1),
    down: (sent, staff) => moveByOne(taxonomy, sent, staff, 1),
    async order(sent, { db, actionContext }) {
      await write(db, (tx) => orderCategories(tx, taxonomy, sent.all("order"), actionContext.actor));
      return { done: "Order restored." };
    },
    async merge(sent, { db, actionContext }) {
      if (sent.text("to") === "")
        throw new DomainError("invalid", "Choose the category to move the entries to.");
      await write(db, (tx) =>
        removeCategory(tx, taxonomy, sent.text("id"), sent.text("to"), actionContext.actor),
      );
      return { done: "Merged. Its entries have moved, and its address is redirected." };
    },
    async delete(sent, { db, actionContext }) {
      await write(db, (tx) => removeCategory(tx, taxonomy, sent.text("id"), null, actionContext.actor));
      return { done: "Category deleted." };
    },
  };
}

async function moveByOne(
  taxonomy: Taxonomy,
  sent: FormInput,
  { db, actionContext }: Staff,
  by: 1 | -1,
): Promise<ActionOk> {
  const before = (await listCategories(db, taxonomy)).map(({ id }) => id);
  const at = before.indexOf(sent.text("id"));
  if (at < 0) throw new DomainError("missing", "This category is not there any more.");
  const to = Math.min(Math.max(at + by, 0), before.length - 1);
  const after = before.toSpliced(at, 1).toSpliced(to, 0, sent.text("id"));
  await write(db, (tx) => orderCategories(tx, taxonomy, after, actionContext.actor));
  return { done: "Moved.", undo: { intent: "order", values: { order: before } } };
}

interface CategoryLineProps {
  category: CategoryScreen["categories"][number];
  at: number;
  screen: CategoryScreen;
  Form: PostForm;
}

/** Row of one category: position, number of entries, and a button that opens its forms. */
function CategoryLine({ category, at, screen, Form }: CategoryLineProps) {
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
          <Link to={`${lists[0].list}?${new URLSearchParams({ category: slug })}`}>
            {formatEntryCount(all)}
          </Link>
        ) : (
          formatEntryCount(all)
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

function formatEntryCount(all: number): string {
  return all === 1 ? "1 entry" : `${all.toLocaleString("en")} entries`;
}

type Category = CategoryScreen["categories"][number];

interface CategoryFormsProps {
  category: Category;
  others: Category[];
  Form: PostForm;
}

/** Forms that rename, merge or delete a category; each states the effect on its entries. */
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
        <p className="warn-line">Renaming changes the URL; the old one redirects.</p>
        <button className="btn quiet" type="submit" name="intent" value="change">
          Save
        </button>
      </Form>
      {others.length > 0 && (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
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
        </Form>
      )}
      <DeleteCategory category={category} Form={Form} />
    </div>
  );
}

/** Asks for confirmation because deletion cannot be undone. */
function DeleteCategory({ category: { id, name, all }, Form }: { category: Category; Form: PostForm }) {
  const [isAsking, setIsAsking] = useState(false);
  const uses =
    all === 0
      ? "It has no entries."
      : `It will be removed from ${formatEntryCount(all)}. The entries themselves stay.`;
  return (
    <div>
      <button className="btn quiet bad" type="button" onClick={() => setIsAsking(true)}>
        Delete…
      </button>
      <Dialog title={`Delete “${name}”?`} isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <Form method="post" className="stack" onSubmit={() => setIsAsking(false)}>
          <input type="hidden" name="id" value={id} />
          <p>{uses} This can’t be undone.</p>
          <div className="row">
            <button className="btn quiet bad" type="submit" name="intent" value="delete">
              Delete category
            </button>
            <button className="btn quiet" type="button" data-initial-focus onClick={() => setIsAsking(false)}>
              Cancel
            </button>
          </div>
        </Form>
      </Dialog>
    </div>
  );
}

type TaxonomyOf = (typeof taxonomies)[number];

/** Finds the taxonomy of a screen by the second segment of its path. */
function taxonomyOfScreen(request: Request): TaxonomyOf {
  const [, , step = ""] = new URL(request.url).pathname.replace(/\.data$/, "").split("/");
  const found = taxonomies.find(({ dashboard }) => dashboard === step);
  if (!found) throw data(null, { status: 404 });
  return found;
}

async function readCategoryScreen({ db }: Staff, { name, label, dashboard }: TaxonomyOf) {
  const uses = await countCategoryUses(db, name);
  const categories = (await listCategories(db, name)).map((category) => ({
    ...category,
    ...(uses.get(category.id) ?? { all: 0, published: 0 }),
  }));
  const lists = holdersOf(name).map(({ kind }) => describeKind(kind));
  return { label, path: `/dashboard/${dashboard}`, categories, lists };
}

type CategoryScreen = Awaited<ReturnType<typeof readCategoryScreen>>;
