import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { Icon } from "#app/ui/icon.tsx";

interface Named {
  title: string;
  path: string;
}

interface CaseFactsProps {
  client: { name: string; path: string } | null;
  categories: readonly Named[];
  services: readonly Named[];
  finished: string;
  technologies: readonly string[];
  link: string;
}

/** Who it was for, when, with what; beside it the way to a project of one's own. */
export function CaseFacts({ client, categories, services, finished, technologies, link }: CaseFactsProps) {
  const named = new Set(services.map(({ title }) => title));
  const kindsOfWork = categories.filter(({ title }) => !named.has(title));
  const facts: [string, ReactNode][] = [
    ["Client", client && <Link to={client.path}>{client.name}</Link>],
    [services.length === 1 ? "Service" : "Services", linked(services)],
    ["Kind of work", linked(kindsOfWork)],
    ["Finished", finished],
    ["Built with", technologies.join(", ")],
    ["In use at", link && <OutsideLink address={link} />],
  ];
  const known = facts.filter(([, value]) => value);
  return (
    <section className="ends g">
      {known.length > 0 && (
        <dl className="facts">
          {known.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <OwnProject />
    </section>
  );
}

function OwnProject() {
  const cta = useShellData()?.cta;
  return (
    <aside className="ask" aria-labelledby="ask">
      <h2 className="h3" id="ask">
        Something like this for you?
      </h2>
      <Link className="btn" to={cta?.href || "/contact"}>
        {cta?.label || "Write to us"} <Icon name="arrow-right" className="i-arrow" />
      </Link>
    </aside>
  );
}

function linked(named: readonly Named[]): ReactNode {
  if (named.length === 0) return null;
  return named.map(({ title, path }, at) => (
    <Fragment key={path}>
      {at > 0 && ", "}
      <Link to={path} lang={languageOf(title)}>
        {title}
      </Link>
    </Fragment>
  ));
}

function OutsideLink({ address }: { address: string }) {
  return (
    <a className="out" href={address} rel="noopener">
      {hostOf(address)} <Icon name="arrow-up-right" />
    </a>
  );
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, "") ?? address;
}
