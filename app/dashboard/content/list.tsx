import { Plus } from "lucide-react";
import { Link } from "react-router";
import { act } from "../parts/act.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/list.ts";
import { kindOfScreen } from "./kind-of-screen.ts";
import { deedsOf } from "./list/deeds.ts";
import { FilterBar } from "./list/filter-bar.tsx";
import { readList } from "./list/read-list.ts";
import { Rows } from "./list/rows.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readList(await openScreen(args), kindOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return act(args, "editor", deedsOf(kindOfScreen(args.request)));
}

/** The entries of a kind, drafts and all; one screen for every kind. */
export default function ContentList({ loaderData: list, actionData }: Route.ComponentProps) {
  const { kind, counts } = list;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Screen
      title={kind.many}
      count={total}
      answer={actionData}
      actions={
        <Link className="btn" to={kind.add}>
          <Plus className="i" aria-hidden /> New {kind.one.toLowerCase()}
        </Link>
      }
    >
      <FilterBar list={list} />
      <Rows key={kind.name} list={list} />
    </Screen>
  );
}
