import { Link } from "react-router";
import { pageContext } from "#app/pages/page-context.ts";
import { EmptyNote } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { describePage } from "#app/site/seo/head.ts";
import type { Route } from "./+types/archive.ts";
import { readArchive } from "./archive-page.ts";

export function loader({ context }: Route.LoaderArgs) {
  return readArchive(context.get(pageContext));
}

export function meta({ loaderData: { site, lead } }: Route.MetaArgs) {
  return describePage({ ...site, title: "Newsletters", description: lead, path: "/newsletter/archive" });
}

export default function Archive({ loaderData: { issues, lead } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Newsletters" lead={lead}>
        <p className="ways">
          <Link className="go" to="/newsletter">
            Have the next one mailed to you
          </Link>
        </p>
      </PageHead>
      <section className="page-grid letters">
        {issues.length === 0 ? (
          <EmptyNote
            title="The first one is still to come"
            text="Every newsletter can be read here as well."
            actions={[{ label: "Have it mailed to you", to: "/newsletter" }]}
          />
        ) : (
          <ol className="letter-index">
            {issues.map((campaign) => (
              <li key={campaign.path}>
                <Link to={campaign.path} viewTransition>
                  <time dateTime={campaign.day}>{campaign.dayInWords}</time>
                  <h2 lang={campaign.lang}>{campaign.subject}</h2>
                  {campaign.preview && <p lang={campaign.lang}>{campaign.preview}</p>}
                </Link>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
