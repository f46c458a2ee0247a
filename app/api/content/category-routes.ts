import { z } from "zod";
import { type Taxonomy, taxonomies } from "#app/content/kinds.ts";
import { namedSchema } from "../server/named-schemas.ts";
import { defineRoute, type Route } from "../server/route.ts";
import {
  answerCategoryChange,
  answerCreate,
  answerDelete,
  answerMerge,
  answerOrder,
  categoryChange,
  type DeleteQuery,
  deleteQuery,
  mergeBody,
  newCategory,
  orderBody,
} from "./category-writes.ts";
import { categoryReferenceSchema } from "./presenter.ts";

const written = namedSchema(
  "WrittenCategory",
  z.strictObject({ ...categoryReferenceSchema.shape, summary: z.string() }),
);
/** Changing the categories of a taxonomy. */
export function categoryRoutes(taxonomy: Taxonomy): readonly Route[] {
  const { plural, label } = taxonomies.find(({ name }) => name === taxonomy) ?? taxonomies[0];
  const of = { who: "editor", group: label } as const;
  return [
    defineRoute({
      ...of,
      method: "post",
      path: `/${plural}`,
      name: `add ${label}`,
      body: newCategory,
      answer: written,
      summary: "Add one, at the end",
      handle: (api) => answerCreate(taxonomy, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path: `/${plural}/:address`,
      name: `change ${label}`,
      answer: written,
      summary: "Give one another name or summary; its former address leads on",
      body: categoryChange,
      handle: (api) => answerCategoryChange(taxonomy, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: `/${plural}/order`,
      name: `order ${label}`,
      status: 204,
      summary: "Put them in another order",
      body: orderBody,
      answer: "nothing",
      handle: (api) => answerOrder(taxonomy, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: `/${plural}/:address/merge`,
      name: `merge ${label}`,
      status: 200,
      summary: "Move the entries of one into another, and its address too; then it is gone",
      body: mergeBody,
      answer: written,
      handle: (api) => answerMerge(taxonomy, api),
    }),
    defineRoute<DeleteQuery>({
      ...of,
      method: "delete",
      path: `/${plural}/:address`,
      name: `delete ${label}`,
      status: 204,
      summary: "Delete one; its entries are left without it, or moved to another",
      query: deleteQuery,
      answer: "nothing",
      handle: (api) => answerDelete(taxonomy, api),
    }),
  ];
}
