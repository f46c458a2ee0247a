import { data } from "react-router";
import type { Kind } from "#app/domain/content/kind.ts";
import { kinds, taxonomies } from "#app/domain/content/kinds.ts";

/** Finds the kind of a screen by the second segment of its path. */
export function kindOfScreen(request: Request): Kind {
  const [, , step = ""] = new URL(request.url).pathname.replace(/\.data$/, "").split("/");
  const kind = kinds.find(({ dashboard }) => Object.values(dashboard).includes(step));
  if (!kind) throw data(null, { status: 404 });
  return kind;
}

/** Properties of a kind for its screens, as plain data for the browser. */
export interface KindOfScreen {
  name: string;
  one: string;
  many: string;
  /** Label of the title field, such as "Name". */
  titleLabel: string;
  hasPage: boolean;
  isOrdered: boolean;
  /** Path of the list. An entry's screen is `${edit}/${id}`, its history `${edit}/${id}/history`. */
  list: string;
  add: string;
  edit: string;
  /** Path of its category screen; null without categories. */
  categories: string | null;
  /** Public path of the list. */
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
