import type { ReactNode } from "react";
import { media } from "#app/domain/content/kinds/media.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { writeDay, writeWeekday } from "#app/lib/text/days.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { looksOf } from "#app/lib/weave/looks.ts";
import mediaSheet from "#app/site/pages/media/media-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Gallery } from "#app/site/parts/pictures/gallery.tsx";
import { PageCover, StillCover } from "#app/site/parts/pictures/page-cover.tsx";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { found, slugParam } from "#app/site/parts/url-params.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import gallerySheet from "#app/site/styles/gallery-page.css?url";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/detail.ts";
import { MediaMeta, mediaIcons, writeTimes } from "./media-meta.tsx";
import { readMediaItem } from "./media-page.ts";
import { MediaTile } from "./media-tile.tsx";

/** From Lucide (ISC licence). */
const playIcon = "M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z";

export const links = linkSheets(textSheet, gallerySheet, mediaSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const item = found(await findPublished(site.db, media, slugParam(url)));
  return keepStructuredData(context, await readMediaItem(site, item));
}

export function meta({ loaderData: item }: Route.MetaArgs) {
  return describePage({ ...item.search, ...item.site });
}

export default function MediaItem({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <MediaPage page={loaderData} />
      <StructuredData key={loaderData.path} />
    </>
  );
}

type MediaData = Omit<Awaited<ReturnType<typeof readMediaItem>>, "nodes">;

/** The page of a media item, also for previews. */
export function MediaPage({ page: item }: { page: MediaData }) {
  // A cover that is the first picture of the gallery opens the gallery, and is not shown again in it.
  const isFirst = !item.video && item.cover !== null && item.gallery[0]?.id === item.cover.id;
  return (
    <article>
      <PageHead title={item.title} lead={item.summary} crumbs={item.crumbs}>
        <MediaMeta item={item} />
      </PageHead>
      {item.video ? (
        <VideoBox
          address={item.video}
          title={item.title}
          cover={<StillCover picture={item.cover} title={item.title} />}
        />
      ) : (
        <PageCover
          picture={item.cover}
          title={item.title}
          lang={item.lang}
          {...(isFirst && { among: item.gallery })}
        />
      )}
      <section className="page-grid detail media-body section">
        {item.html && (
          <div className="body">
            <RichTextView html={item.html} {...(item.lang ? { lang: item.lang } : {})} />
          </div>
        )}
        <MediaFacts item={item} />
      </section>
      <Gallery
        pictures={isFirst ? item.gallery.slice(1) : item.gallery}
        among={item.gallery}
        before={isFirst ? 1 : 0}
        label={`${item.lang ? "ছবি" : "Pictures"}: ${item.title}`}
        lang={item.lang}
      />
      <MoreMedia items={item.others} lang={item.lang} />
      <CallToAction closing={item.closing} />
    </article>
  );
}

/** The next, the previous and the latest items. */
function MoreMedia({ items, lang }: { items: MediaData["others"]; lang: MediaData["lang"] }) {
  if (items.length === 0) return null;
  const columns = items.length === 1 ? 7 : items.length === 2 ? 6 : 4;
  const looks = looksOf(items.map(({ title }) => title));
  return (
    <section className="page-grid after-media" aria-labelledby="more-media">
      <h2 id="more-media" lang={lang}>
        {lang ? "মিডিয়া সেন্টার থেকে আরও" : "More from the media center"}
      </h2>
      <ol className="tiles">
        {items.map((item, at) => (
          <MediaTile key={item.path} item={item} look={looks[at]} columns={columns} />
        ))}
      </ol>
    </section>
  );
}

/** Place, date and duration, with a link to the calendar file. */
function MediaFacts({ item }: { item: MediaData }) {
  const { type, day, next, place, length, repeats, gallery, path } = item;
  const dayName = { news: "Published", event: "Was on", video: "Filmed", gallery: "Shown" }[type];
  const facts: [string, ReactNode][] = [
    next
      ? [
          repeats ? "Next on" : "On",
          <time key="next" dateTime={next}>
            {writeWeekday(next)}
          </time>,
        ]
      : [
          dayName,
          day && (
            <time key="day" dateTime={day}>
              {writeDay(day)}
            </time>
          ),
        ],
    ["Time", writeTimes(item)],
    ["Again", repeats],
    ["Place", place],
    ["Length", length],
    ["Pictures", type === "gallery" && gallery.length > 0 ? gallery.length : ""],
  ];
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <aside className="side" aria-label="Where and when">
      <dl className="facts">
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {next && (
        <a className="btn" href={`${path}/event.ics`}>
          <Icon path={mediaIcons.event} /> Add to calendar
        </a>
      )}
    </aside>
  );
}

interface VideoBoxProps {
  address: string;
  title: string;
  /** Shown until the video is played. */
  cover: ReactNode;
}

/** A video behind its cover: other hosts are contacted only after a click, and without scripts it is a plain link. */
function VideoBox({ address, title, cover }: VideoBoxProps) {
  return (
    <div className="video-box full" data-video={address} data-name={title}>
      {cover}
      <a href={address} rel="noopener">
        <span className="btn">
          <Icon path={playIcon} /> Play the video
        </span>
        <span className="visually-hidden">: {title}</span>
      </a>
    </div>
  );
}
