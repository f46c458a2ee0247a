import type { ReactNode } from "react";
import { trustHtml } from "#app/lib/ui/trusted-html.ts";

interface RichTextProps {
  /** Written by the server from the checked document. */
  html: string;
  lang?: string;
  className?: string;
}

/** Rich text; `page-parts.ts` plays its videos and opens the pictures of its galleries. */
export function RichTextView({ html, lang, className = "" }: RichTextProps) {
  return (
    <div
      className={`prose ${className}`}
      lang={lang}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it from a checked document
      dangerouslySetInnerHTML={{ __html: trustHtml(html) }}
    />
  );
}

interface ContentsProps {
  title: string;
  headings: readonly { id: string; text: string }[];
  lang: "bn" | undefined;
  children?: ReactNode;
}

/** Table of contents next to a long text, with further links. `page-parts.ts` marks the current section. */
export function Contents({ title, headings, lang, children }: ContentsProps) {
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
                <a href={`#${encodeURIComponent(id)}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </div>
  );
}
