import { image, inCard, line, list, text, url } from "#app/lib/fields/fields.ts";
import { defineKind } from "../kind.ts";

/** Author of posts. */
export const author = defineKind({
  name: "author",
  plural: "authors",
  path: "/authors",
  hasPage: true,
  hasFace: true,
  inMenu: false,
  sidebarPosition: 60,
  label: { one: "Author", many: "Authors" },
  titleLabel: "Name",
  dashboard: { list: "manageauthor", add: "addauthor", edit: "updateauthor" },
  fields: {
    cover: image("Portrait", { hint: "Portrait format. If empty, a pattern is used." }),
    role: line("Role", { hint: "E.g. Lead developer." }),
    summary: inCard(
      text("Short bio", { max: 500, hint: "Two or three sentences, on their page and below their posts." }),
    ),
    links: list("Links", { label: line("Label"), url: url("URL") }, { row: "link" }),
  },
  order: "position",
  pageSize: 60,
});
