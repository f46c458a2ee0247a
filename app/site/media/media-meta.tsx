import { CalendarDays, Clapperboard, Images, Newspaper } from "lucide-react";
import { writeDay } from "#app/site/parts/days.ts";
import type { MediaType } from "./media-page.ts";
import { typeNames } from "./type-names.ts";

const icons = { news: Newspaper, event: CalendarDays, video: Clapperboard, gallery: Images } as const;

/** What kind of item it is, and its day. */
export function MediaMeta({ item }: { item: { type: MediaType; day: string } }) {
  const Icon = icons[item.type];
  return (
    <p className="meta media-meta">
      <span>
        <Icon className="i" /> {typeNames[item.type].one}
      </span>
      {item.day && <time dateTime={item.day}>{writeDay(item.day)}</time>}
    </p>
  );
}
