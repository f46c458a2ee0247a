import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Crumbs, type Step } from "./crumbs.tsx";
import { languageOf } from "./language.ts";
import { Paar, type PaarName } from "./paar.tsx";

interface PageHeadProps {
  title: string;
  lead?: string;
  /** Steps below home; a page of the main navigation needs none. */
  crumbs?: readonly Step[];
  /** The area's border; follows from the address. */
  paar?: PaarName;
  /** What stands below the lead, such as a byline. */
  children?: ReactNode;
}

/** Border, crumbs, heading and lead: how every inner page begins. */
export function PageHead({ title, lead, crumbs = [], paar, children }: PageHeadProps) {
  const { pathname } = useLocation();
  return (
    <>
      <Paar name={paar ?? paarOf(pathname)} />
      <header className="head g">
        {crumbs.length > 1 && <Crumbs steps={crumbs} />}
        <h1 className={title.length > 70 ? "long" : undefined} lang={languageOf(title)}>
          {title}
        </h1>
        {lead && (
          <p className="lead" lang={languageOf(lead)}>
            {lead}
          </p>
        )}
        {children}
      </header>
    </>
  );
}

const areas: Record<string, PaarName> = {
  services: "barfi",
  media: "tara",
  clients: "tara",
  portfolio: "zig",
  about: "temple",
  blog: "vine",
  search: "vine",
  contact: "kali",
  calltoaction: "kali",
};

function paarOf(pathname: string): PaarName {
  return areas[pathname.split("/")[1] ?? ""] ?? "leaf";
}
