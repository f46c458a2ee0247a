import { z } from "zod";
import {
  type Category,
  changeCategory,
  createCategory,
  findCategory,
  orderCategories,
} from "#app/domain/content/categories/categories.ts";
import { removeCategory } from "#app/domain/content/categories/remove-category.ts";
import { type Taxonomy, taxonomies } from "#app/domain/content/kinds.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { noContent, privateJson } from "../server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "../server/route.ts";
import { categoryReferenceSchema, presentCategoryReference } from "./presenter.ts";

const savedCategory = namedSchema(
  "WrittenCategory",
  z.strictObject({ ...categoryReferenceSchema.shape, summary: z.string() }),
);
/** Changes to the categories of a taxonomy. */
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
      answer: savedCategory,
      summary: "Add a category at the end",
      handle: (api) => answerCreate(taxonomy, api),
    }),
    defineRoute({
      ...of,
      method: "patch",
      path: `/${plural}/:address`,
      name: `change ${label}`,
      answer: savedCategory,
      summary: "Change name or summary; the former address redirects",
      body: categoryChange,
      handle: (api) => answerCategoryChange(taxonomy, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: `/${plural}/order`,
      name: `order ${label}`,
      status: 204,
      summary: "Reorder the categories",
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
      summary: "Move all entries to another category, redirect the address and delete the category",
      body: mergeBody,
      answer: savedCategory,
      handle: (api) => answerMerge(taxonomy, api),
    }),
    defineRoute<DeleteQuery>({
      ...of,
      method: "delete",
      path: `/${plural}/:address`,
      name: `delete ${label}`,
      status: 204,
      summary: "Delete a category; its entries lose it, or move to another one",
      query: deleteQuery,
      answer: "nothing",
      handle: (api) => answerDelete(taxonomy, api),
    }),
  ];
}

const name = z.string().max(80, "Use at most 80 characters");
const summary = z.string().max(500, "Use at most 500 characters");
const place = z.string().max(400).meta({ description: "Id or address part of a category" });

const newCategory = z.strictObject({ name, summary: summary.optional() });
const categoryChange = z.strictObject({ name: name.optional(), summary: summary.optional() });
const mergeBody = z.strictObject({ into: place });
const orderBody = z.strictObject({
  order: z
    .array(z.string().max(64))
    .max(1000)
    .meta({ description: "Ids of all categories in the new order" }),
});

const deleteQuery = z.strictObject({ moveTo: place.optional() });

async function answerCreate(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  const { name, summary = "" } = checkInput(newCategory, api.body);
  const made = await write(api.db, (tx) => createCategory(tx, taxonomy, { name, summary }, actorOf(api)));
  return categoryResponse(made, 201);
}

async function answerCategoryChange(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  const change = checkInput(categoryChange, api.body);
  const { id } = await find(api.db, taxonomy, api.address);
  return categoryResponse(
    await write(api.db, (tx) => changeCategory(tx, taxonomy, id, change, actorOf(api))),
  );
}

async function answerOrder(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  const { order } = checkInput(orderBody, api.body);
  await write(api.db, (tx) => orderCategories(tx, taxonomy, order, actorOf(api)));
  return noContent();
}

async function answerMerge(taxonomy: Taxonomy, api: ApiRequest): Promise<Response> {
  const { into } = checkInput(mergeBody, api.body);
  const { id } = await find(api.db, taxonomy, api.address);
  const target = await find(api.db, taxonomy, into);
  await write(api.db, (tx) => removeCategory(tx, taxonomy, id, target.id, actorOf(api)));
  return categoryResponse(target);
}

interface DeleteQuery {
  moveTo?: string | undefined;
}

async function answerDelete(taxonomy: Taxonomy, api: ApiRequest<DeleteQuery>): Promise<Response> {
  const { id } = await find(api.db, taxonomy, api.address);
  const { moveTo } = api.query;
  const target = moveTo === undefined ? null : await find(api.db, taxonomy, moveTo);
  await write(api.db, (tx) => removeCategory(tx, taxonomy, id, target?.id ?? null, actorOf(api)));
  return noContent();
}

async function find(db: Database, taxonomy: Taxonomy, address: string): Promise<Category> {
  const found = await findCategory(db, taxonomy, address);
  if (!found) throw new DomainError("missing", "There is no such category.");
  return found;
}

function categoryResponse(category: Category, status: 200 | 201 = 200): Response {
  return privateJson({ ...presentCategoryReference(category), summary: category.summary }, status);
}
