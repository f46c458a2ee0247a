import { readSettings } from "#app/company/settings.ts";
import type { Entry } from "#app/content/entry.ts";
import { media } from "#app/content/kinds/media.ts";
import { findNeighbours } from "#app/content/published/entries.ts";
import { renderHtml } from "#app/content/published/render.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { findPictures } from "#app/files/pictures/picture.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { isEmptyDoc } from "#app/rich-text/schema/schema.ts";
import { langAttribute } from "#app/site/parts/language.ts";
import { videoObject } from "#app/site/seo/json-ld.ts";
import { readEntryMeta } from "../seo/entry-head.ts";
import { siteFacts } from "../seo/site-facts.ts";

/** Everything a media item's page shows. */
export async function readMediaItem(
  { db, requestContext, publicUrl }: PageContext,
  item: Entry<typeof media>,
) {
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.entry(item.id),
    cacheTags.list("media"),
    cacheTags.files,
  );
  const { data } = item;
  const settings = await readSettings(db);
  const head = await readEntryMeta(db, media, item);
  const pictures = await findPictures(db, data.gallery);
  const { previous, next } = await findNeighbours(db, media, item.id);
  const lang = langAttribute(head.title);
  const day = data.date || (item.publishedAt ?? "").slice(0, 10);
  const link = (card: typeof previous) => (card ? { title: card.title, path: card.path } : null);
  return {
    ...head,
    lang,
    day,
    type: data.type,
    video: data.video,
    gallery: data.gallery.flatMap((id) => pictures.get(id) ?? []),
    html: isEmptyDoc(data.body) ? "" : await renderHtml(db, data.body, lang ?? "en"),
    facts:
      data.video === ""
        ? null
        : videoObject({ ...head, date: day, image: head.search.image, video: data.video }, publicUrl),
    newer: link(previous),
    older: link(next),
    listHeading: settings.pages.media.heading,
    site: siteFacts(settings, publicUrl),
  };
}
