import { z } from "zod";
import type { Resource } from "#app/resources/define-resource.ts";
import { namedSchema } from "./named-schemas.ts";
import { answerRows, pageKeys, privateJson } from "./page-of-rows.ts";
import { type ApiRequest, defineRoute, type Route } from "./route.ts";

/** The list of a resource for machines: who may ask it, what it can be asked for and what it answers stand in the resource. */
export function listRoute({ name, role, api }: Resource): Route {
  if (!api) throw new TypeError(`${name} says nothing of the API`);
  const { path, operation, group, summary, item, itemName, listName, rowsKey } = api;
  const query = z.strictObject({
    ...api.query,
    ...pageKeys({ limit: 50, cursorFrom: rowsKey === null ? "Link header" : "body" }),
  });
  const rows = z.array(namedSchema(itemName, item));
  return defineRoute({
    method: "get",
    path,
    who: role,
    name: operation,
    group,
    summary,
    query,
    answer: namedSchema(
      listName,
      rowsKey === null ? rows : z.strictObject({ [rowsKey]: rows, next: z.string().nullable() }),
    ),
    async handle(asked: ApiRequest<z.infer<typeof query>>) {
      const { limit, cursor: after, ...filter } = asked.query;
      const page = await api.list(asked.db, filter, { limit, after });
      if (rowsKey !== null) return privateJson({ [rowsKey]: page.rows, next: page.next });
      return answerRows(asked, { ...page, previous: null }, (row) => row);
    },
  });
}
