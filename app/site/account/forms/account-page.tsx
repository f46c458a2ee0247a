import type { ReactNode } from "react";
import { PageBorder } from "#app/site/parts/pictures/cloth.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { describePage, type SiteFacts } from "#app/site/seo/head.ts";

interface AccountPageProps {
  title: string;
  lead?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** A page with one narrow column below the area's border. */
export function AccountPage({ title, lead, isWide, children }: AccountPageProps) {
  return (
    <>
      <PageBorder name="leaf" />
      <section className={isWide ? "narrow wide account" : "narrow account"}>
        <h1 lang={langAttribute(title)}>{title}</h1>
        {lead && <p>{lead}</p>}
        {children}
      </section>
    </>
  );
}

/** Describes a page that search engines don't index. */
export function describePlainPage(site: SiteFacts, title: string, path: string) {
  return [...describePage({ ...site, title, path }), { name: "robots", content: "noindex" }];
}
