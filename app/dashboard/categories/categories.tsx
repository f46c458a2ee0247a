import { useFetcher } from "react-router";
import { act } from "../parts/act.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import { useSaid } from "../parts/toasts.tsx";
import type { Route } from "./+types/categories.ts";
import { AddCategory } from "./add-category.tsx";
import { CategoryLine } from "./category-line.tsx";
import { categoryDeeds } from "./deeds.ts";
import { readCategories, taxonomyOfScreen } from "./read-categories.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readCategories(await openScreen(args), taxonomyOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return act(args, "editor", categoryDeeds(taxonomyOfScreen(args.request)));
}

/** The categories of a taxonomy, all that can be done with them on one screen. */
export default function Categories({ loaderData: screen, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher();
  useSaid(fetcher.data);
  const { categories, label, lists } = screen;
  return (
    <Screen
      title={label}
      count={categories.length}
      answer={actionData}
      crumbs={lists.map(({ many, list }) => ({ name: many, path: list }))}
    >
      <div className="cats">
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
