import { categories, date, line, richText, tags } from "#app/fields/fields.ts";
import { defineKind } from "../kind.ts";

export const blog = defineKind({
  name: "blog",
  plural: "blogs",
  path: "/blog",
  hasPage: true,
  inMenu: false,
  label: { one: "Post", many: "Posts" },
  byline: "author",
  dashboard: { list: "manageblog", add: "addblog", edit: "updateblog" },
  fields: {
    categories: categories("Categories", "blog"),
    tags: tags("Tags"),
    author: line("Author", { max: 120 }),
    body: richText("Text"),
    publishedOn: date("Published on"),
  },
  order: { newest: "publishedOn" },
  pageSize: 12,
});
