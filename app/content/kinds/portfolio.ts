import {
  categories,
  date,
  entry,
  flag,
  images,
  line,
  list,
  richText,
  tags,
  url,
} from "#app/fields/fields.ts";
import { defineKind } from "../kind.ts";

export const portfolio = defineKind({
  name: "portfolio",
  plural: "portfolio",
  path: "/portfolio",
  hasPage: true,
  inMenu: false,
  sidebarPosition: 40,
  label: { one: "Case study", many: "Portfolio" },
  dashboard: { list: "manageportfolio", add: "addportfolio", edit: "editportfolio" },
  fields: {
    client: entry("Client", "client"),
    categories: categories("Categories", "portfolio"),
    gallery: images("Gallery"),
    challenge: richText("Challenge"),
    solution: richText("Solution"),
    result: richText("Result"),
    numbers: list("Results in numbers", {
      value: line("Number", { max: 24 }),
      label: line("What it counts"),
    }),
    duration: line("Time it took", { hint: "Such as: 9 weeks." }),
    technologies: tags("Technologies"),
    link: url("Link"),
    finishedOn: date("Finished on"),
    featured: flag("Featured"),
  },
  order: { newest: "finishedOn" },
  pageSize: 12,
});
