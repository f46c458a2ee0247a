import type { Kind } from "#app/content/kind.ts";
import { answerNewest, changeDraft, createDraft } from "./content-writes.ts";
import { draftSchema } from "./draft-shape.ts";
import { entryInputSchema } from "./entry-input-shape.ts";
import { defineRoute, type Route } from "./route.ts";

/** Writing entries of a kind: all of them by the same three functions. */
export function contentWriteRoutes(kind: Kind): readonly Route[] {
  const { plural, label } = kind;
  const body = entryInputSchema(kind);
  const answer = draftSchema(kind);
  const group = label.many;
  return [
    defineRoute({
      method: "post",
      path: `/${plural}`,
      who: "editor",
      name: `create${label.one}`,
      group,
      isOnce: true,
      summary: "Make a draft; nobody but staff sees it until it is published",
      body,
      answer,
      handle: (api) => createDraft(kind, api),
    }),
    defineRoute({
      method: "patch",
      path: `/${plural}/:address`,
      who: "editor",
      name: `change${label.one}`,
      group,
      summary:
        "Save a new version; fields that are not sent stay as they are, the public sees it once published",
      body,
      answer,
      needsVersion: true,
      handle: (api) => changeDraft(kind, api),
    }),
    defineRoute({
      method: "get",
      path: `/${plural}/:address/draft`,
      who: "editor",
      name: `read${label.one}Draft`,
      group,
      summary: "The newest version with all it holds, by id; its number is the entity tag",
      answer,
      handle: (api) => answerNewest(kind, api),
    }),
  ];
}
