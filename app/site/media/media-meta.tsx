import { writeDay, writeWeekday } from "#app/text/days.ts";
import { Icon } from "#app/ui/icon.tsx";

const icons = {
  news: "newspaper",
  event: "calendar-days",
  video: "clapperboard",
  gallery: "images",
} as const;

interface MediaMetaProps {
  item: { type: MediaType; day: string; next: string };
}

/** What kind of item it is, and its day: of an event the next, or that it is over. */
export function MediaMeta({ item: { type, day, next } }: MediaMetaProps) {
  return (
    <p className="meta media-meta">
      <span>
        <Icon name={icons[type]} /> {type === "event" && !next ? "Past event" : typeNames[type].one}
      </span>
      {(next || day) && <time dateTime={next || day}>{next ? writeWeekday(next) : writeDay(day)}</time>}
    </p>
  );
}

/** "10:00 to 13:00", or as much of it as is known. */
export function writeTimes({ begins, ends }: { begins: string; ends: string }): string {
  return begins && ends ? `${begins} to ${ends}` : begins;
}

/** The words for the types of media. */
export const typeNames = {
  news: { one: "News", many: "News" },
  event: { one: "Event", many: "Events" },
  video: { one: "Video", many: "Videos" },
  gallery: { one: "Gallery", many: "Galleries" },
} as const;

export type MediaType = keyof typeof typeNames;
