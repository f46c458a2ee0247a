import type { Kind } from "#app/content/kind.ts";
import {
  answerCheck,
  answerEndPreviewLink,
  answerNewPreviewLink,
  answerPreviewLinks,
  answerRestore,
  answerVersion,
  answerVersions,
} from "./review-answers.ts";
import {
  findingListSchema,
  madePreviewLinkSchema,
  previewLinkBody,
  previewLinkListSchema,
  restoredSchema,
  type VersionQuery,
  versionListSchema,
  versionQuery,
  wholeVersionSchema,
} from "./review-shape.ts";
import { defineRoute, type Route } from "./route.ts";

/** Looking an entry over before it is published, and back on what it was. */
export function reviewRoutes(kind: Kind): readonly Route[] {
  const { plural, label } = kind;
  const of = { who: "editor", group: label.many } as const;
  const at = (step: string): `/${string}` => `/${plural}/:address/${step}`;
  return [
    defineRoute<VersionQuery>({
      ...of,
      method: "get",
      path: at("versions"),
      name: `listVersionsOf${label.one}`,
      summary: "Its versions, newest first",
      query: versionQuery,
      answer: versionListSchema,
      handle: (api) => answerVersions(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: at("versions/:number"),
      name: `readVersionOf${label.one}`,
      summary: "One version with all it holds",
      answer: wholeVersionSchema(kind),
      handle: (api) => answerVersion(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: at("versions/:number/restore"),
      name: `restoreVersionOf${label.one}`,
      summary: "Make an old version the newest one; If-Match says which is the newest for you",
      status: 200,
      answer: restoredSchema,
      handle: (api) => answerRestore(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: at("check"),
      name: `check${label.one}`,
      summary: "What to mend in the newest version before it is published",
      answer: findingListSchema,
      handle: (api) => answerCheck(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: at("previews"),
      name: `listPreviewLinksOf${label.one}`,
      summary: "Links by which people without an account see its newest version",
      answer: previewLinkListSchema,
      handle: (api) => answerPreviewLinks(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: at("previews"),
      name: `makePreviewLinkOf${label.one}`,
      summary: "Make such a link",
      body: previewLinkBody,
      answer: madePreviewLinkSchema,
      handle: (api) => answerNewPreviewLink(kind, api),
    }),
    defineRoute({
      ...of,
      method: "delete",
      path: at("previews/:link"),
      name: `endPreviewLinkOf${label.one}`,
      summary: "End one of them at once",
      status: 204,
      answer: "nothing",
      handle: (api) => answerEndPreviewLink(kind, api),
    }),
  ];
}
