import { type ReactNode, useEffect, useState } from "react";

interface ContentsProps {
  title: string;
  headings: readonly { id: string; text: string }[];
  lang: "bn" | undefined;
  children?: ReactNode;
}

/** The rail beside a long text: its sections, the one being read marked, and what belongs to the whole. */
export function Contents({ title, headings, lang, children }: ContentsProps) {
  const current = useCurrentSection(headings);
  return (
    <div className="pre toc">
      {headings.length > 1 && (
        <nav aria-labelledby="contents">
          <h2 id="contents" lang={lang}>
            {title}
          </h2>
          <ol lang={lang}>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? "true" : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </div>
  );
}

/** All that has been scrolled past counts as seen, however long the text. */
const farAbove = 1_000_000;

/** The last heading above the upper third of the screen. */
function useCurrentSection(headings: ContentsProps["headings"]): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const passed = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) passed.add(target.id);
          else passed.delete(target.id);
        setCurrent(headings.findLast(({ id }) => passed.has(id))?.id ?? "");
      },
      { rootMargin: `${farAbove}px 0px -66% 0px` },
    );
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
