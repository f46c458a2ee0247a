import type { Kind } from "./kind.ts";
import { author } from "./kinds/author.ts";
import { blog } from "./kinds/blog.ts";
import { client } from "./kinds/client.ts";
import { media } from "./kinds/media.ts";
import { portfolio } from "./kinds/portfolio.ts";
import { service } from "./kinds/service.ts";

/** Everything the company publishes, in the order of the main navigation. */
export const kinds: readonly Kind[] = [service, media, client, portfolio, blog, author];

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
