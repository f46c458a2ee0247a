import { writeDay, writeWeekday } from "#app/lib/text/days.ts";
import { Icon } from "#app/lib/ui/icon.tsx";

/** Icons of the media types, from Lucide (ISC licence). */
export const mediaIcons = {
  news: "M15 18h-5M18 14h-8M4 22h16a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H8a2 2 0 0 0-2 2v16a2 2 0 0 1-4 0v-9a2 2 0 0 1 2-2h2M11 6h6a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1z",
  event:
    "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM3 9h18M8 13h.01M12 13h.01M16 13h.01M8 17h.01M12 17h.01M16 17h.01",
  video:
    "M12.296 3.464l3.02 3.956M20.2 6 3 11l-.9-2.4c-.3-1.1.3-2.2 1.3-2.5l13.5-4c1.1-.3 2.2.3 2.5 1.3zM3 11h18v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM6.18 5.276 l 3.1 3.899",
  gallery:
    "M22 11 l-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2M12 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0M10 2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2z",
} as const;

interface MediaMetaProps {
  item: { type: MediaType; day: string; next: string; begins?: string; ends?: string; place?: string };
}

/** Type and day of an item. Events show the next day, time and place, or that they are past. */
export function MediaMeta({ item: { type, day, next, begins = "", ends = "", place } }: MediaMetaProps) {
  return (
    <p className="meta media-meta">
      <span>
        <Icon path={mediaIcons[type]} /> {type === "event" && !next ? "Past event" : typeNames[type].one}
      </span>
      {(next || day) && <time dateTime={next || day}>{next ? writeWeekday(next) : writeDay(day)}</time>}
      {next && begins && <span>{writeTimes({ begins, ends })}</span>}
      {next && place && <span>{place}</span>}
    </p>
  );
}

/** Formats times as "10:00 to 13:00"; without an end, only the beginning. */
export function writeTimes({ begins, ends }: { begins: string; ends: string }): string {
  return begins && ends ? `${begins} to ${ends}` : begins;
}

/** Names of the media types. */
export const typeNames = {
  news: { one: "News", many: "News" },
  event: { one: "Event", many: "Events" },
  video: { one: "Video", many: "Videos" },
  gallery: { one: "Gallery", many: "Galleries" },
} as const;

export type MediaType = keyof typeof typeNames;
