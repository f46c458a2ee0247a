import { categories, date, entry, line, richText, tags } from "#app/lib/fields/fields.ts";
import { customSlug, defineKind } from "../kind.ts";

export const blog = defineKind({
  name: "blog",
  plural: "blogs",
  path: "/blog",
  hasPage: true,
  inMenu: false,
  sidebarPosition: 50,
  label: { one: "Post", many: "Posts" },
  byline: { record: "writtenBy", kind: "author", words: "author" },
  dashboard: { list: "manageblog", add: "addblog", edit: "updateblog" },
  fields: {
    categories: categories("Categories", "blog"),
    tags: tags("Tags"),
    writtenBy: entry("Author", "author", {
      facet: true,
      hint: "Shown with a portrait at the end of the post, and has a page of all their posts.",
    }),
    author: line("Guest author", {
      max: 120,
      hint: "For a guest. Shown when no author is chosen above.",
    }),
    body: richText("Text"),
    publishedOn: date("Published on"),
    customSlug,
  },
  order: { newest: "publishedOn" },
  pageSize: 12,
});
