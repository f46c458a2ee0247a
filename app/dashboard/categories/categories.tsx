import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { createCategory, listCategories } from "#app/content/categories/categories.ts";
import { changeCategory, orderCategories } from "#app/content/categories/category-changes.ts";
import { removeCategory } from "#app/content/categories/remove-category.ts";
import type { Taxonomy } from "#app/content/kinds.ts";
import { write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { LabelledField } from "#app/ui/field.tsx";
import type { PostForm } from "../parts/action-button.tsx";
import { type ActionOk, errorIn, okIn } from "../parts/action-result.ts";
import { type FormInput, handleAction } from "../parts/handle-action.ts";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { useFlash } from "../parts/toasts.tsx";
import type { Route } from "./+types/categories.ts";
import { CategoryLine } from "./category-line.tsx";
import { readCategories, taxonomyOfScreen } from "./read-categories.ts";

export async function loader(args: Route.LoaderArgs) {
  return readCategories(await requireScreen(args), taxonomyOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, categoryActions(taxonomyOfScreen(args.request)));
}

/** The categories of a taxonomy, all that can be done with them on one screen. */
export default function Categories({ loaderData: screen, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher();
  useFlash(fetcher.data);
  const { categories, label, lists } = screen;
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

/** Adds a category at the end; empties itself for the next. */
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

/** What can be done with the categories of a taxonomy. */
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
      return { done: "Deleted. It was removed from its entries." };
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
