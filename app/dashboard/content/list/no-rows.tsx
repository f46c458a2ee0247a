import { Link } from "react-router";
import { Empty } from "../../parts/empty.tsx";
import { isNarrowed } from "./asked.ts";
import type { ListScreen } from "./read-list.ts";

/** Nothing was ever written, or nothing is like this: two different things to do. */
export function NoRows({ list: { kind, asked } }: { list: ListScreen }) {
  const many = kind.many.toLowerCase();
  if (isNarrowed(asked))
    return (
      <Empty title={asked.q ? `Nothing with “${asked.q}” in its title` : "No matches"}>
        <p className="mute">
          {asked.q
            ? "The search looks for words that begin as you typed them, in titles."
            : "Try fewer filters."}
        </p>
        <Link className="btn q" to={kind.list}>
          Clear filters
        </Link>
      </Empty>
    );
  return (
    <Empty title={`No ${many} yet`}>
      <p className="mute">New ones stay drafts until you publish them.</p>
      <Link className="btn q" to={kind.add}>
        Add {kind.one.toLowerCase()}
      </Link>
    </Empty>
  );
}
