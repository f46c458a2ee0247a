import { choice, date, images, line, richText, time, url } from "#app/fields/fields.ts";
import { defineKind } from "../kind.ts";

export const media = defineKind({
  name: "media",
  plural: "media",
  path: "/media",
  hasPage: true,
  inMenu: true,
  sidebarPosition: 20,
  label: { one: "Media item", many: "Media" },
  dashboard: { list: "managemedia", add: "addmedia", edit: "updatemedia" },
  fields: {
    type: choice("Type", ["news", "event", "video", "gallery"], { facet: true }),
    date: date("Date"),
    begins: time("Begins at", { hint: "Of an event, by the clocks of the company’s time zone." }),
    ends: time("Ends at"),
    repeats: choice("Repeats", ["never", "weekly", "monthly"], {
      labels: { never: "Once", weekly: "Every week", monthly: "Every month, on the same weekday" },
      hint: "Counted from its date: an event on a first Saturday comes again on each first Saturday.",
    }),
    lastDay: date("Repeats until"),
    place: line("Place", { hint: "Where it is held, or where the video or the pictures were made." }),
    length: line("Length", { hint: "Of a video, such as: 4 minutes." }),
    body: richText("Text"),
    video: url("Video link"),
    gallery: images("Gallery"),
  },
  order: { newest: "date" },
  pageSize: 12,
});
