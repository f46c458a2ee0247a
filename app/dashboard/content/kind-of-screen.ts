import { data } from "react-router";
import type { Kind } from "#app/content/kind.ts";
import { kinds, taxonomies } from "#app/content/kinds.ts";

/** Which kind a screen is about, by the second step of its address; all kinds share the same screens. */
export function kindOfScreen(request: Request): Kind {
  const [, , step = ""] = new URL(request.url).pathname.replace(/\.data$/, "").split("/");
  const kind = kinds.find(({ dashboard }) => Object.values(dashboard).includes(step));
  if (!kind) throw data(null, { status: 404 });
  return kind;
}

/** What screens need to know of a kind; plain data for the browser. */
export interface KindOfScreen {
  name: string;
  one: string;
  many: string;
  /** What the title of an entry is called, such as "Name". */
  titleLabel: string;
  hasPage: boolean;
  isOrdered: boolean;
  /** Addresses of its screens; an entry's is `${edit}/${id}`, its history `${edit}/${id}/history`. */
  list: string;
  add: string;
  edit: string;
  /** Address of the screen of its categories; null where it has none. */
  categories: string | null;
  /** Public list. */
  path: string;
}

export function describeKind({ name, label, fields, hasPage, order, dashboard, path }: Kind): KindOfScreen {
  const at = (step: string) => `/dashboard/${step}`;
  const taxonomy = taxonomies.find((one) => one.name === name);
  return {
    name,
    hasPage,
    path,
    one: label.one,
    many: label.many,
    titleLabel: fields.title.label,
    isOrdered: order === "position",
    categories: taxonomy ? at(taxonomy.dashboard) : null,
    list: at(dashboard.list),
    add: at(dashboard.add),
    edit: at(dashboard.edit),
  };
}
