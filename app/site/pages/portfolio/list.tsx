import { data } from "react-router";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { looksOf } from "#app/lib/weave/looks.ts";
import portfolioSheet from "#app/site/pages/portfolio/portfolio-page.css?url";
import { EmptyNote, Filters, PageLinks } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/list.ts";
import { PortfolioPiece, sizesAcross } from "./piece.tsx";
import { readPortfolioPage } from "./pieces.ts";

export const links = linkSheets(portfolioSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await readPortfolioPage(context.get(pageContext), url.searchParams);
  return data(page, { status: page.asked === "" ? 200 : 404 });
}

export function meta({ loaderData: { category, lead, path, pieces, site } }: Route.MetaArgs) {
  const title = category ? `${category}: portfolio` : "Portfolio";
  const image = "/share/page/portfolio.png";
  const tags = describePage({ title, description: lead, path, image, ...site });
  return pieces.length > 0 ? tags : [...tags, { name: "robots", content: "noindex" }];
}

export default function Portfolio({ loaderData }: Route.ComponentProps) {
  const { heading, lead, closing, filters, total, count, pieces, previous, next } = loaderData;
  const looks = looksOf(pieces.map((piece) => piece.title));
  const found = `${count} of ${total}`;
  return (
    <>
      <PageHead title={heading || "Portfolio"} lead={lead} />
      {total > 0 && (
        <div className="page-grid">
          <Filters
            label="Filter by category"
            items={filters}
            found={found}
            announced={`${found} case studies`}
          />
          {filters.length > 1 && (
            <p className="found-m" aria-hidden>
              {found} case studies
            </p>
          )}
        </div>
      )}
      <section className="grid-work across page-grid">
        {pieces.length === 0 && <NothingFound {...loaderData} />}
        {pieces.map((piece, at) => (
          <PortfolioPiece
            key={piece.path}
            piece={piece}
            look={looks[at]}
            position={at}
            eager={at === 0}
            sizes={sizesAcross(at, pieces.length)}
          />
        ))}
        <PageLinks previous={previous} next={next} />
      </section>
      <CallToAction closing={closing} />
    </>
  );
}

function NothingFound({ asked, category, total }: Route.ComponentProps["loaderData"]) {
  const toContact = { label: "Ask us about your project", to: "/contact" };
  if (total === 0)
    return (
      <EmptyNote
        title="No case studies yet."
        text="Our work is not on these pages yet. We are glad to show it to you in person."
        actions={[toContact, { label: "See our services", to: "/services" }]}
      />
    );
  return (
    <EmptyNote
      title={
        asked ? `We know no category “${asked}”.` : `Nothing in ${category || "this place"} is shown yet.`
      }
      text={
        asked ? "It may have had another name. Everything we show is one step away." : "Our other work is."
      }
      actions={[{ label: `Show all ${total} case studies`, to: "/portfolio" }, toContact]}
    />
  );
}
