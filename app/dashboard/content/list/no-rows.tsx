import { Link } from "react-router";
import { Empty } from "../../parts/empty.tsx";
import { isNarrowed } from "./asked.ts";
import type { ListScreen } from "./read-list.ts";

/** Nothing was ever written, or nothing is like this: two different things to do. */
export function NoRows({ list: { kind, asked } }: { list: ListScreen }) {
  const many = kind.many.toLowerCase();
  if (isNarrowed(asked))
    return (
      <Empty title={asked.q ? `Nothing with “${asked.q}” in its title` : "Nothing is like this"}>
        <p className="mute">Every word you type must begin a word of the title.</p>
        <Link className="btn q" to={kind.list}>
          Show all {many}
        </Link>
      </Empty>
    );
  return (
    <Empty title={`No ${many} yet`}>
      <p className="mute">What you write stays a draft until you publish it.</p>
      <Link className="btn q" to={kind.add}>
        Write the first {kind.one.toLowerCase()}
      </Link>
    </Empty>
  );
}
