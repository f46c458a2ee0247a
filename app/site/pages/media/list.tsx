import { pageContext } from "#app/domain/routing/page-context.ts";
import { writeDay, writeWeekday } from "#app/lib/text/days.ts";
import { looksOf } from "#app/lib/weave/looks.ts";
import mediaSheet from "#app/site/pages/media/media-page.css?url";
import { EmptyNote, Filters, PageLinks } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/list.ts";
import { writeTimes } from "./media-meta.tsx";
import { readMediaPage, type UpcomingRow } from "./media-page.ts";
import { MediaTile } from "./media-tile.tsx";

export const links = linkSheets(mediaSheet);

export function loader({ context, url }: Route.LoaderArgs) {
  return readMediaPage(context.get(pageContext), url.searchParams);
}

export function meta({ loaderData: page }: Route.MetaArgs) {
  return describePage({
    ...page.site,
    title: page.about || page.heading || "Media Center",
    description: page.lead,
    path: page.canonical,
    image: "/share/page/media.png",
  });
}

export default function MediaList({ loaderData: page }: Route.ComponentProps) {
  const looks = looksOf(page.items.map((item) => item.title));
  return (
    <>
      <PageHead title={page.heading || "Media Center"} lead={page.lead} />
      <section className="page-grid media-list">
        <Filters label="Kind of news" items={page.filters} found={page.found} />
        {page.upcoming.length > 0 && <Upcoming items={page.upcoming} />}
        {page.items.length + page.upcoming.length === 0 && (
          <EmptyNote
            title={page.about === "" ? "Nothing here yet" : `No ${page.about.toLowerCase()} yet`}
            text="What happens in the studios is told here first."
            actions={[
              { label: "Everything so far", to: "/media" },
              { label: "Read the blog", to: "/blog" },
            ]}
          />
        )}
        {page.items.length > 0 && (
          <h2 className={page.upcoming.length > 0 ? "media-part" : "visually-hidden"}>Earlier</h2>
        )}
        <ol className="tiles">
          {page.items.map((item, at) => (
            <MediaTile
              key={item.path}
              item={item}
              look={looks[at]}
              columns={columnsAt(at, page.items.length)}
              eager={at === 0 && page.upcoming.length === 0}
            />
          ))}
        </ol>
        <PageLinks previous={page.previous} next={page.next} />
      </section>
      <CallToAction closing={page.closing} />
    </>
  );
}

/** Number of columns of a tile's picture on a wide page: rows of two, three and two, as `media.css` lays them out. */
function columnsAt(at: number, count: number) {
  const [place, after] = [at % 7, count - 1 - at];
  const isAlone = after === 0 && [0, 2, 5].includes(place);
  const isPair = (place === 2 && after === 1) || (place === 3 && after === 0);
  if (isAlone || place === 0 || place === 6) return 7;
  if (isPair) return 6;
  return place === 1 || place === 5 ? 5 : 4;
}

/** Upcoming events, the next first. */
function Upcoming({ items }: { items: UpcomingRow[] }) {
  return (
    <>
      <h2 className="media-part">Coming up</h2>
      <ol className="upcoming">
        {items.map((item) => (
          <li key={item.path}>
            <a href={item.path}>
              <time dateTime={item.next}>
                <b>{writeDay(item.next)}</b> {writeWeekday(item.next).split(" ", 1)}
              </time>
              <div>
                <h3 lang={item.lang}>{item.title}</h3>
                {item.summary && <p lang={item.lang}>{item.summary}</p>}
              </div>
              <p className="where">
                {[writeTimes(item), item.place, item.repeats].filter(Boolean).map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </p>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
