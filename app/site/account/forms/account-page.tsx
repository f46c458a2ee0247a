import { type ReactNode, useEffect, useRef } from "react";
import { Paar } from "#app/site/parts/pictures/cloth.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { describePage, type SiteFacts } from "#app/site/seo/head.ts";

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  isWide?: boolean;
  /** It has taken the place of the page that was asked: it is read from its top. */
  isAnswer?: boolean;
  children: ReactNode;
}

/** One calm column below the area's border. */
export function AccountPage({ title, lead, isWide, isAnswer = false, children }: AccountPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAnswer) heading.current?.focus();
  }, [isAnswer]);
  return (
    <>
      <Paar name="leaf" />
      <section className={isWide ? "narrow wide account" : "narrow account"}>
        <h1 lang={langAttribute(title)} ref={heading} tabIndex={isAnswer ? -1 : undefined}>
          {title}
        </h1>
        {lead && <p>{lead}</p>}
        {children}
      </section>
    </>
  );
}

/** Not for search engines. */
export function describePlainPage(site: SiteFacts, title: string, path: string) {
  return [...describePage({ ...site, title, path }), { name: "robots", content: "noindex" }];
}
