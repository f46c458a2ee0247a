import type { z } from "zod";
import { type Field, group, image, line, recordSchema, text, type ValuesOf } from "./fields.ts";

const commonFields = {
  title: line("Title", { max: 300, required: true }),
  summary: text("Summary", {
    max: 500,
    inCard: true,
    hint: "One or two sentences; lists and search engines show it.",
  }),
  cover: image("Cover picture", { hint: "Without one, the cover is woven from the title." }),
  seo: group(
    "Search engines",
    {
      title: line("Title for search engines", { max: 120 }),
      description: line("Description for search engines", { max: 320 }),
      image: image("Picture for sharing"),
    },
    { inCard: false },
  ),
} satisfies Record<string, Field>;

type CommonFields = typeof commonFields;
type Fields = Record<string, Field>;

/** How the public reads a kind's list: by the staff's own order, or newest first by one of its dates. */
export type Order<F> = "position" | { newest: keyof F & string };

export interface KindDefinition<F extends Fields> {
  /** Singular; stored with every entry. */
  name: string;
  /** Name in the API: /api/<plural>. */
  plural: string;
  /** Public address of the list; an entry stands at <path>/<slug>. Clients have no page of their own. */
  path: string;
  hasPage: boolean;
  label: { one: string; many: string };
  dashboard: { list: string; add: string; edit: string };
  fields: F;
  order: Order<F>;
  /** Entries shown on one page of the public list. */
  pageSize: number;
}

export interface Kind<F extends Fields = Fields> extends KindDefinition<CommonFields & F> {
  /** Checks a version's data: strict, normalised, every key present afterwards. */
  schema: z.ZodType<ValuesOf<CommonFields & F>>;
}

/** The data of one version of an entry of kind K. */
export type DataOf<K extends Kind> = ValuesOf<K["fields"]>;

export function defineKind<F extends Fields>(definition: KindDefinition<F>): Kind<F> {
  const fields = { ...commonFields, ...definition.fields };
  return {
    ...definition,
    order: definition.order as Order<CommonFields & F>,
    fields,
    schema: recordSchema(fields),
  };
}
