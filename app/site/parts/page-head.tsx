import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Ornament } from "#app/lib/weave/paar.ts";
import { BanglaSheet } from "./bangla-sheet.tsx";
import { PageBorder } from "./pictures/cloth.tsx";
import { langAttribute } from "./prose.ts";

interface PageHeadProps {
  title: string;
  lead?: string;
  /** Steps below home; a page of the main navigation needs none. */
  crumbs?: readonly Step[];
  /** Content below the lead, such as a byline. */
  children?: ReactNode;
}

/** Top of every inner page: border, breadcrumbs, heading and lead. */
export function PageHead({ title, lead, crumbs = [], children }: PageHeadProps) {
  const { pathname } = useLocation();
  const border = borderOf(pathname);
  return (
    <>
      <BanglaSheet heading={title} />
      <PageBorder key={border} name={border} />
      <header className="head page-grid">
        {crumbs.length > 1 && <Crumbs steps={crumbs} />}
        <h1 className={title.length > 70 ? "long" : undefined} lang={langAttribute(title)}>
          {title}
        </h1>
        {lead && (
          <p className="lead" lang={langAttribute(lead)}>
            {lead}
          </p>
        )}
        {children}
      </header>
    </>
  );
}

const areas: Record<string, Ornament> = {
  services: "barfi",
  media: "tara",
  clients: "tara",
  portfolio: "zig",
  about: "temple",
  blog: "vine",
  authors: "vine",
  search: "vine",
  contact: "kali",
  calltoaction: "kali",
};

function borderOf(pathname: string): Ornament {
  return areas[pathname.split("/")[1] ?? ""] ?? "leaf";
}

interface Step {
  title: string;
  path: string;
}

/** Breadcrumbs from home; the last step is this page and not a link. */
function Crumbs({ steps }: { steps: readonly Step[] }) {
  const here = steps.length - 1;
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        {steps.map(({ title, path }, at) => (
          <li key={path}>
            {at === here ? <span aria-current="page">{title}</span> : <a href={path}>{title}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
