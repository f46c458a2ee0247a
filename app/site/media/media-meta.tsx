import { writeDay } from "#app/site/parts/days.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { MediaType } from "./media-page.ts";
import { typeNames } from "./type-names.ts";

const icons = {
  news: "newspaper",
  event: "calendar-days",
  video: "clapperboard",
  gallery: "images",
} as const;

/** What kind of item it is, and its day. */
export function MediaMeta({ item }: { item: { type: MediaType; day: string } }) {
  return (
    <p className="meta media-meta">
      <span>
        <Icon name={icons[item.type]} /> {typeNames[item.type].one}
      </span>
      {item.day && <time dateTime={item.day}>{writeDay(item.day)}</time>}
    </p>
  );
}
