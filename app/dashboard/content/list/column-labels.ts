import type { Column } from "./list-params.ts";

export const columnWords: Record<Column, string> = {
  category: "Category",
  state: "State",
  author: "Author",
  updated: "Modified",
  published: "Published",
};
