import { type ReactNode, useEffect, useState } from "react";

interface ContentsProps {
  headings: readonly { id: string; text: string }[];
  lang: "bn" | undefined;
  children: ReactNode;
}

/** The rail beside a post: its sections, the one being read marked, and what belongs to the whole. */
export function Contents({ headings, lang, children }: ContentsProps) {
  const current = useCurrentSection(headings);
  return (
    <div className="pre toc">
      {headings.length > 1 && (
        <nav aria-labelledby="contents">
          <h2 id="contents">In this post</h2>
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

/** The last heading above the upper third of the screen. */
function useCurrentSection(headings: ContentsProps["headings"]): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const observer = new IntersectionObserver(
      () => {
        const passed = headings.filter(
          ({ id }) =>
            (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3,
        );
        setCurrent(passed.at(-1)?.id ?? "");
      },
      { rootMargin: "0px 0px -66% 0px", threshold: [0, 1] },
    );
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
