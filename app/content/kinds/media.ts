import { choice, date, images, richText, url } from "#app/fields/fields.ts";
import { defineKind } from "../kind.ts";

export const media = defineKind({
  name: "media",
  plural: "media",
  path: "/media",
  hasPage: true,
  inMenu: true,
  label: { one: "Media item", many: "Media" },
  dashboard: { list: "managemedia", add: "addmedia", edit: "updatemedia" },
  fields: {
    type: choice("Type", ["news", "event", "video", "gallery"], { facet: true }),
    date: date("Date"),
    body: richText("Text"),
    video: url("Video link"),
    gallery: images("Gallery"),
  },
  order: { newest: "date" },
  pageSize: 12,
});
