import { choice, date, images, line, richText, time, url } from "#app/lib/fields/fields.ts";
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
    begins: time("Starts", { hint: "Events only, in the company’s time zone." }),
    ends: time("Ends"),
    repeats: choice("Repeats", ["never", "weekly", "monthly"], {
      labels: { never: "Once", weekly: "Every week", monthly: "Every month, on the same weekday" },
      hint: "Example: first Saturday of every month.",
    }),
    lastDay: date("Repeats until"),
    place: line("Location"),
    length: line("Duration", { hint: "Videos only, e.g. 4 minutes." }),
    body: richText("Text"),
    video: url("Video link"),
    gallery: images("Gallery"),
  },
  order: { newest: "date" },
  pageSize: 12,
});
