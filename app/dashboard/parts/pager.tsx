import type { ReactNode } from "react";
import { Link } from "react-router";

interface PagerProps {
  /** Addresses of the neighbouring pages; null where there is none. */
  previous: string | null;
  next: string | null;
  /** Such as "1 to 50 of 1,204". */
  children?: ReactNode;
  words?: { previous: string; next: string };
}

/** Leads through a list page by page. */
export function Pager({
  previous,
  next,
  children,
  words = { previous: "Previous", next: "Next" },
}: PagerProps) {
  if (!previous && !next && !children) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <span className="num">{children}</span>
      {previous && (
        <Link className="btn quiet" to={previous} rel="prev">
          {words.previous}
        </Link>
      )}
      {next && (
        <Link className="btn quiet" to={next} rel="next">
          {words.next}
        </Link>
      )}
    </nav>
  );
}
