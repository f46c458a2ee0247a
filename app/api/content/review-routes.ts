import { z } from "zod";
import { noContent, privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { readActorNames } from "#app/domain/accounts/staff/actor-names.ts";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { checkBeforePublish } from "#app/domain/content/publishing/check-and-publish.ts";
import { findForReview } from "#app/domain/content/staff-list/find-entries.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import {
  createPreviewLink,
  listPreviewLinks,
  type PreviewLink,
  previewDays,
  revokePreviewLink,
} from "#app/domain/content/versions/preview.ts";
import {
  listHistory,
  type PastVersion,
  readEntry,
  readVersion,
} from "#app/domain/content/versions/read-versions.ts";
import { restoreVersion } from "#app/domain/content/versions/save-entry.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { write } from "#app/platform/database/database.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";

/** Checks, previews and versions of an entry. */
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
      scope: "content:read",
      summary: "List the versions, newest first",
      query: versionQuery,
      answer: versionListSchema,
      handle: (api) => answerVersions(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: at("versions/:number"),
      name: `readVersionOf${label.one}`,
      scope: "content:read",
      summary: "Read a version with all fields",
      answer: wholeVersionSchema(kind),
      handle: (api) => answerVersion(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: at("versions/:number/restore"),
      name: `restoreVersionOf${label.one}`,
      scope: "content:draft",
      summary: "Restore an old version as the newest; If-Match must name the newest version",
      status: 200,
      answer: restoredSchema,
      handle: (api) => answerRestore(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: at("check"),
      name: `check${label.one}`,
      scope: "content:read",
      summary: "Problems of the newest version to fix before publishing",
      answer: findingListSchema,
      handle: (api) => answerCheck(kind, api),
    }),
    defineRoute({
      ...of,
      method: "get",
      path: at("previews"),
      name: `listPreviewLinksOf${label.one}`,
      summary: "List preview links, which show the newest version without an account",
      answer: previewLinkListSchema,
      handle: (api) => answerPreviewLinks(kind, api),
    }),
    defineRoute({
      ...of,
      method: "post",
      path: at("previews"),
      name: `makePreviewLinkOf${label.one}`,
      summary: "Create a preview link",
      body: previewLinkBody,
      answer: madePreviewLinkSchema,
      handle: (api) => answerNewPreviewLink(kind, api),
    }),
    defineRoute({
      ...of,
      method: "delete",
      path: at("previews/:link"),
      name: `endPreviewLinkOf${label.one}`,
      summary: "Revoke a preview link",
      status: 204,
      answer: "nothing",
      handle: (api) => answerEndPreviewLink(kind, api),
    }),
  ];
}

/** Page of an entry's versions, newest first. */
async function answerVersions(kind: Kind, api: ApiRequest<VersionQuery>): Promise<Response> {
  const { id, live } = await findForReview(api.db, kind, api.address);
  const { versions, next } = await listHistory(api.db, id, api.query);
  const nameOf = await readActorNames(
    api.db,
    versions.map(({ by }) => by),
  );
  const answer = privateJson(versions.map((version) => presentVersion(version, nameOf(version.by), live)));
  const place = new URL(new URL(api.request.url).pathname, api.publicUrl);
  place.search = String(new URLSearchParams({ before: String(next), limit: String(api.query.limit) }));
  if (next !== null) answer.headers.set("link", `<${place.href}>; rel="next"`);
  return answer;
}

async function answerVersion(kind: Kind, api: ApiRequest): Promise<Response> {
  const { id, live } = await findForReview(api.db, kind, api.address);
  const { data, number, note, ...row } = await readVersion(api.db, kind, id, readNumber(api));
  const version = { number, note, by: row.author_id, at: row.created_at, isAutosave: row.is_autosave === 1 };
  const nameOf = await readActorNames(api.db, [version.by]);
  return privateJson({ ...presentVersion(version, nameOf(version.by), live), data });
}

/** Stores the text of an old version as the newest; If-Match must name the newest version. */
async function answerRestore(kind: Kind, api: ApiRequest): Promise<Response> {
  const { id } = await findForReview(api.db, kind, api.address);
  const basedOn = readIfMatch(api.request);
  if (basedOn === null)
    return problem(428, "If-Match required", ifMatchRequired, undefined, "if-match-needed");
  const save = { actor: actorOf(api), now: api.clock.now(), isDraftOnly: api.token !== null };
  const { newest } = await write(api.db, async (tx) =>
    restoreVersion(tx, await openEntry(tx, kind, id), readNumber(api), basedOn, save),
  );
  const answer = privateJson({ version: newest.number });
  answer.headers.set("etag", `"${newest.number}"`);
  return answer;
}

const ifMatchRequired = 'Send If-Match with the number of the newest version you have seen, such as "7".';

/** Findings of the publishing check in the newest version. */
async function answerCheck(kind: Kind, api: ApiRequest): Promise<Response> {
  const { id } = await findForReview(api.db, kind, api.address);
  const { data } = await readEntry(api.db, kind, id);
  return privateJson(await checkBeforePublish(api.db, kind, data, api));
}

async function answerPreviewLinks(kind: Kind, api: ApiRequest): Promise<Response> {
  const { id } = await findForReview(api.db, kind, api.address);
  const links = await listPreviewLinks(api.db, id, api.clock.now());
  const nameOf = await readActorNames(
    api.db,
    links.map(({ by }) => by),
  );
  return privateJson(links.map((link) => presentLink(link, nameOf(link.by))));
}

async function answerNewPreviewLink(kind: Kind, api: ApiRequest): Promise<Response> {
  const { id } = await findForReview(api.db, kind, api.address);
  const { days = 7 } = checkInput(previewLinkBody, api.body);
  const actionContext = { actor: actorOf(api), now: api.clock.now() };
  const made = await write(api.db, async (tx) =>
    createPreviewLink(tx, await openEntry(tx, kind, id), days, actionContext),
  );
  const nameOf = await readActorNames(api.db, [made.by]);
  const url = new URL(made.path, api.publicUrl).href;
  return privateJson({ ...presentLink(made, nameOf(made.by)), url }, 201);
}

async function answerEndPreviewLink(kind: Kind, api: ApiRequest): Promise<Response> {
  const { id } = await findForReview(api.db, kind, api.address);
  const actionContext = { actor: actorOf(api), now: api.clock.now() };
  const { link } = api.params;
  if (link === undefined) throw new DomainError("missing", "There is no such link.");
  await write(api.db, (tx) => revokePreviewLink(tx, kind, id, link, actionContext));
  return noContent();
}

function presentVersion({ number, at, note, isAutosave }: PastVersion, by: string, live: number | null) {
  return { number, at, by, note, isAutosave, isLive: number === live };
}

function presentLink({ id: _id, createdAt, expiresAt }: PreviewLink, by: string) {
  return { _id, by, createdAt, expiresAt };
}

/** Version number in the path. */
function readNumber({ params }: Pick<ApiRequest, "params">): number {
  const { number = "" } = params;
  if (!/^\d{1,9}$/.test(number)) throw new DomainError("missing", "There is no such version.");
  return Number(number);
}

/** Version in If-Match; null without one. */
function readIfMatch(request: Request): number | null {
  const given = request.headers.get("if-match");
  if (given === null) return null;
  const number = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given)?.[1];
  if (number === undefined)
    throw new DomainError("invalid", 'Send If-Match with the version you have seen, such as "7".');
  return Number(number);
}

const number = z.int().meta({ description: "Increases with every stored version" });

const versionShape = {
  number,
  at: z.iso.datetime(),
  by: z.string().meta({ description: "Name of the author" }),
  note: z.string(),
  isAutosave: z.boolean(),
  isLive: z.boolean().meta({ description: "Whether this version is public" }),
};

const versionListSchema = namedSchema(
  "VersionList",
  z.array(namedSchema("Version", z.strictObject(versionShape))),
);

const versionQuery = z.strictObject({
  before: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: "Only versions older than this number" }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

type VersionQuery = z.infer<typeof versionQuery>;

/** Version with all data as stored; references are ids. */
function wholeVersionSchema(kind: Kind) {
  const data = Object.fromEntries(
    fieldsOfKind(kind).map(([name, { label }]) => [name, z.unknown().meta({ title: label })]),
  );
  return namedSchema(
    `Version of ${kind.label.one}`.replaceAll(" ", ""),
    z.strictObject({ ...versionShape, data: z.strictObject(data) }),
  );
}

const restoredSchema = namedSchema("Restored", z.strictObject({ version: number }));

const findingListSchema = namedSchema(
  "FindingList",
  z.array(
    namedSchema(
      "Finding",
      z.strictObject({
        level: z.enum(["error", "advice"]).meta({ description: "Publishing with errors requires a reason" }),
        field: z.string(),
        message: z.string(),
        picture: z.uuid().optional().meta({ description: "Id of the affected file, if any" }),
      }),
    ),
  ),
);

const previewLinkShape = {
  _id: z.uuid(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
};

const previewLinkListSchema = namedSchema(
  "PreviewLinkList",
  z.array(namedSchema("PreviewLink", z.strictObject(previewLinkShape))),
);

const madePreviewLinkSchema = namedSchema(
  "MadePreviewLink",
  z.strictObject({
    ...previewLinkShape,
    url: z
      .url()
      .meta({ description: "Returned once; it shows the newest version without sign-in until it expires" }),
  }),
);

const previewLinkBody = z.strictObject({
  days: z.literal(previewDays).optional().meta({ description: "Days of validity; the default is 7" }),
});
