import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";

export interface Tab {
  name: string;
  /** Address with its query. */
  to: string;
  isCurrent: boolean;
  count?: number | undefined;
}

/** Filters or neighbouring screens as links. @param label what the tabs choose */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, to, isCurrent, count }) => (
        <Link key={name} to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
          {name}
          {count !== undefined && <span className="num">{count.toLocaleString("en")}</span>}
        </Link>
      ))}
    </nav>
  );
}

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

/** What a list says that has nothing to show, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/**
 * Keeps the fields of a form saying what the address says: after "Clear filters" or Back they are filled in anew. They stay the
 * same elements meanwhile, so that whoever is in one of them, or in a panel of the form, keeps the focus.
 * @param values by the name of the field
 */
export function useFieldsOfAddress(
  values: Readonly<Record<string, string>>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const written = new URLSearchParams(values).toString();
  useEffect(() => {
    for (const [name, value] of new URLSearchParams(written)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [written]);
  return form;
}
