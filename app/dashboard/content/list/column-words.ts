import type { Column } from "./asked.ts";

export const columnWords: Record<Column, string> = {
  category: "Category",
  state: "State",
  author: "By",
  updated: "Changed",
  published: "Published",
};
