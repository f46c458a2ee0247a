import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

interface PagerProps {
  /** Addresses of the neighbouring pages, null where there is none. */
  previous: string | null;
  next: string | null;
  labels?: { previous: string; next: string };
}

const plain = { previous: "Newer", next: "Older" };

export function PageLinks({ previous, next, labels = plain }: PagerProps) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {previous !== null && (
        <Link to={previous} rel="prev">
          <Icon name="arrow-left" /> {labels.previous}
        </Link>
      )}
      {next !== null && (
        <Link className="older" to={next} rel="next">
          {labels.next} <Icon name="arrow-right" />
        </Link>
      )}
    </nav>
  );
}
