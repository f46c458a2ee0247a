import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { localTime } from "#app/lib/text/moments.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { notFound, slugParam } from "#app/site/parts/url-params.ts";
import type { Route } from "./+types/calendar.ts";
import { nextOccasion, writeCalendar } from "./occasions.ts";

/** Calendar file of an upcoming event; responds with 404 after the last one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, requestContext, publicUrl } = context.get(pageContext);
  const slug = slugParam(new URL(url.pathname.replace(/\/[^/]*$/, ""), url));
  const result = await findPublished(db, media, slug);
  if (!result || !("entry" in result) || result.entry.data.type !== "event") return notFound();
  const { id, title, path, data, updatedAt } = result.entry;
  const { company } = await readSettings(db);
  const timeZone = timeZoneOf({ company });
  const next = nextOccasion(data, localTime(clock.now().toISOString(), timeZone));
  if (next === null) return notFound();
  requestContext.cacheTags(cacheTags.settings, cacheTags.entry(id), cacheTags.day);
  const body = writeCalendar({
    uid: `${id}@${publicUrl.hostname}`,
    title,
    summary: data.summary,
    place: data.place ?? "",
    address: new URL(path, publicUrl).href,
    updatedAt,
    timeZone,
    next,
    date: data.date,
    begins: data.begins ?? "",
    ends: data.ends ?? "",
    repeats: data.repeats ?? "never",
    lastDay: data.lastDay ?? "",
  });
  return new Response(body, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="event.ics"',
    },
  });
}
