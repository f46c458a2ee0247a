import * as everyKind from "./every-kind.ts";
import type { Kind } from "./kind.ts";

/** Everything the company publishes, in the order of the sidebar. */
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
