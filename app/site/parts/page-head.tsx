import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Ornament } from "#app/weave/paar.ts";
import { BanglaSheet } from "./bangla-sheet.tsx";
import { Paar } from "./pictures/cloth.tsx";
import { langAttribute } from "./prose.ts";

interface PageHeadProps {
  title: string;
  lead?: string;
  /** Steps below home; a page of the main navigation needs none. */
  crumbs?: readonly Step[];
  /** The area's border; follows from the address. */
  paar?: Ornament;
  /** What stands below the lead, such as a byline. */
  children?: ReactNode;
}

/** Border, crumbs, heading and lead: how every inner page begins. */
export function PageHead({ title, lead, crumbs = [], paar, children }: PageHeadProps) {
  const { pathname } = useLocation();
  const border = paar ?? borderOf(pathname);
  return (
    <>
      <BanglaSheet heading={title} />
      <Paar key={border} name={border} />
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

/** The way from home to here; the last step is the page itself and no link. */
function Crumbs({ steps }: { steps: readonly Step[] }) {
  const here = steps.length - 1;
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <PageLink to="/">Home</PageLink>
        </li>
        {steps.map(({ title, path }, at) => (
          <li key={path}>
            {at === here ? <span aria-current="page">{title}</span> : <PageLink to={path}>{title}</PageLink>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
