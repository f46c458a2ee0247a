import * as everyKind from "./every-kind.ts";
import type { Kind } from "./kind.ts";

/** All kinds of content, in sidebar order. */
export const kinds: readonly Kind[] = Object.values<Kind>(everyKind).toSorted(
  (one, other) => one.sidebarPosition - other.sidebarPosition,
);

export const taxonomies = [
  { name: "blog", plural: "categories", label: "Blog categories", dashboard: "addnewcategory" },
  {
    name: "portfolio",
    plural: "portfolio-categories",
    label: "Portfolio categories",
    dashboard: "addportfoliocategory",
  },
] as const;

export type Taxonomy = (typeof taxonomies)[number]["name"];

export function findKind(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}
