import { writeDay } from "#app/text/days.ts";
import { Icon } from "#app/ui/icon.tsx";

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

/** The words for the types of media. */
export const typeNames = {
  news: { one: "News", many: "News" },
  event: { one: "Event", many: "Events" },
  video: { one: "Video", many: "Videos" },
  gallery: { one: "Gallery", many: "Galleries" },
} as const;

export type MediaType = keyof typeof typeNames;
