import { pageContext } from "#app/pages/page-context.ts";
import { CallToAction } from "#app/site/parts/call-to-action.tsx";
import { Empty } from "#app/site/parts/empty.tsx";
import { Filters } from "#app/site/parts/filters.tsx";
import { describePage } from "#app/site/parts/head.ts";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Pager } from "#app/site/parts/pager.tsx";
import type { Route } from "./+types/list.ts";
import { ClientWall } from "./client-wall.tsx";
import { readClientsPage } from "./clients-page.ts";
import { Said } from "./said.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  return await readClientsPage(context.get(pageContext), url.searchParams);
}

export function meta({ loaderData: { industry, lead, path, count, site } }: Route.MetaArgs) {
  const title = industry ? `${industry}: our clients` : "Our clients";
  const image = "/share/page/clients.png";
  const tags = describePage({ title, description: lead, path, image, ...site });
  return count > 0 ? tags : [...tags, { name: "robots", content: "noindex" }];
}

export default function Clients({ loaderData }: Route.ComponentProps) {
  return <ClientsPage page={loaderData} />;
}

/** The wall of clients, as a preview of one of them shows it too. */
export function ClientsPage({ page }: { page: Awaited<ReturnType<typeof readClientsPage>> }) {
  const { heading, lead, filters, industry, total, count, wall, previous, next } = page;
  const found = count === 1 ? "1 company" : `${count} companies`;
  return (
    <>
      <PageHead title={heading || "Our clients"} lead={lead} />
      {total > 0 && (
        <div className="g">
          <Filters label="Filter by industry" items={filters} found={found} />
          {filters.length > 1 && <p className="found-m">{found}</p>}
        </div>
      )}
      <section className="clients g">
        {wall.cells.length > 0 ? (
          <ClientWall wall={wall} />
        ) : (
          <NobodyFound industry={industry} total={total} />
        )}
        <Pager previous={previous} next={next} labels={{ previous: "Back", next: "More clients" }} />
      </section>
      <Said clients={wall.said} />
      <CallToAction />
    </>
  );
}

function NobodyFound({ industry, total }: { industry: string; total: number }) {
  const toContact = { label: "Be the first", to: "/contact" };
  if (total === 0)
    return (
      <Empty
        title="No clients are named here yet."
        text="Some companies like to be named, and some do not."
        actions={[
          { label: "See our work", to: "/portfolio" },
          { label: "Write to us", to: "/contact" },
        ]}
      />
    );
  return (
    <Empty
      title={`Nobody from “${industry}” yet.`}
      text="The companies we do name are one step away."
      actions={[{ label: `Show all ${total}`, to: "/clients" }, toContact]}
    />
  );
}
