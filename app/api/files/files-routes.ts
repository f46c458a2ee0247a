import { z } from "zod";
import { noContent, pageKeys, privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, type Route } from "#app/api/server/route.ts";
import {
  addTags,
  bringBack,
  changeFile,
  fileChangeSchema,
  maxFilesPerAction,
  removeTags,
  replaceFile,
  restoreFile,
  runFileBulk,
  trashFile,
} from "#app/domain/files/library/change-file.ts";
import { listTags, tagsSchema } from "#app/domain/files/library/file-text.ts";
import {
  fileSorts,
  type LibraryFile,
  type LibraryQuery,
  listFiles,
  readFile,
  shows,
} from "#app/domain/files/library/library.ts";
import { findUses } from "#app/domain/files/library/where-used.ts";
import { acceptUpload, addUpload, type Received, receiveUploads } from "#app/domain/files/upload/upload.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { write } from "#app/platform/database/database.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";
import {
  bulkSchema,
  filePageSchema,
  fileSchema,
  presentApiFile,
  presentUse,
  tagListSchema,
  uploadsSchema,
  usedFileSchema,
} from "./files-presenter.ts";

const filesGroup = { group: "Files", who: "editor" } as const;
const multipart = "multipart/form-data";

const word = z.string().max(200, "Use at most 200 characters");

const filesQuery = z.strictObject({
  q: word.optional().meta({ description: "Word prefixes of the name, alternative text or tags" }),
  tag: word.optional().meta({ description: "Tag of the file" }),
  type: z.enum(["picture", "pdf"], "Enter picture or pdf").optional(),
  show: z.enum(shows, `Enter one of: ${shows.join(", ")}`).optional(),
  sort: z.enum(fileSorts, `Enter one of: ${fileSorts.join(", ")}`).optional(),
  ...pageKeys({ limit: 48, cursorFrom: "body" }),
});

const bulkBody = z.strictObject({
  ids: z.array(z.string().max(64)).min(1, "Choose at least one file").max(maxFilesPerAction),
  action: z.enum(["trash", "restore", "add-tags", "remove-tags"]),
  tags: tagsSchema.prefault([]),
});

/** Library of pictures and documents. */
export const fileRoutes: readonly Route[] = [
  defineRoute({
    ...filesGroup,
    method: "get",
    path: "/files",
    name: "listFiles",
    scope: "content:read",
    query: filesQuery,
    summary: "List files of the library",
    answer: filePageSchema,
    handle: answerFiles,
  }),
  defineRoute({
    ...filesGroup,
    method: "post",
    path: "/files",
    name: "uploadFiles",
    takes: multipart,
    isOnce: true,
    summary:
      "Upload at most 20 pictures or PDFs of up to 10 MB in parts named `file`; a part `alt` sets the alternative text of the next file, `tags` (comma-separated) those of all following files. A file that is already in the library is returned unchanged",
    answer: uploadsSchema,
    handle: answerUpload,
  }),
  defineRoute({
    ...filesGroup,
    method: "get",
    path: "/file-tags",
    name: "listFileTags",
    scope: "content:read",
    summary: "List all tags with their number of files",
    answer: tagListSchema,
    handle: answerFileTags,
  }),
  defineRoute({
    ...filesGroup,
    method: "post",
    path: "/files/bulk",
    name: "changeFiles",
    status: 200,
    body: bulkBody,
    summary: "Delete, restore or tag several files; the response lists files that could not be changed",
    answer: bulkSchema,
    handle: (api) => answerBulk(api, checkInput(bulkBody, api.body)),
  }),
  defineRoute({
    ...filesGroup,
    method: "get",
    path: "/files/:address",
    name: "readFile",
    scope: "content:read",
    summary: "Read a file by id, with every entry and setting that uses it",
    answer: usedFileSchema,
    handle: answerFile,
  }),
  defineRoute({
    ...filesGroup,
    method: "patch",
    path: "/files/:address",
    name: "changeFile",
    body: fileChangeSchema,
    summary: "Change the details of a file; omitted fields stay unchanged",
    answer: fileSchema,
    handle: answerFileChange,
  }),
  defineRoute({
    ...filesGroup,
    method: "delete",
    path: "/files/:address",
    name: "deleteFile",
    status: 204,
    summary: "Move an unused file to the trash for 30 days",
    answer: "nothing",
    handle: answerFileTrash,
  }),
  defineRoute({
    ...filesGroup,
    method: "post",
    path: "/files/:address/restore",
    name: "restoreFile",
    status: 200,
    summary: "Restore a file from the trash",
    answer: fileSchema,
    handle: answerFileRestore,
  }),
  defineRoute({
    ...filesGroup,
    method: "post",
    path: "/files/:address/replace",
    name: "replaceFile",
    status: 200,
    summary: "Replace a file wherever it is used; send it as `file`, optionally with `version`",
    takes: multipart,
    answer: fileSchema,
    handle: answerReplace,
  }),
  defineRoute({
    ...filesGroup,
    method: "post",
    path: "/files/:address/bring-back",
    name: "bringBackFile",
    status: 200,
    summary: "Undo the last replacement",
    answer: fileSchema,
    handle: answerBringBack,
  }),
];

/** Result for one file of an upload. */
type Outcome = { name: string } & (
  | { file: LibraryFile; isKnown: boolean; refusal: null }
  | { file: null; isKnown: false; refusal: DomainError }
);

/** Stores or rejects each file separately; if no file is stored, the response is a problem. */
function answerUpload(api: ApiRequest): Promise<Response> {
  return receiveUploads(api.files, api.request, async (files) => {
    if (files.length === 0) throw refuseNone();
    const outcomes: Outcome[] = [];
    for (const [at, file] of files.entries()) outcomes.push(await addOne(api, file, keyOf(api, at)));
    if (outcomes.every(({ file }) => file === null)) throw refuseAll(outcomes);
    const results = outcomes.map(({ name, file, isKnown, refusal }) => ({
      name,
      isKnown,
      refused: refusal?.message ?? null,
      file: file && presentApiFile(file, api.publicUrl),
    }));
    return privateJson({ files: results }, 201);
  });
}

/** Replaces a file with the uploaded one. */
function answerReplace(api: ApiRequest): Promise<Response> {
  const actionContext = actionContextOf(api);
  return receiveUploads(api.files, api.request, async (files, texts) => {
    const [file, second] = files;
    if (!file || second) throw validationError([{ path: ["file"], message: "Send exactly one file" }]);
    const accepted = await acceptUpload(api.db, { file, ...actionContext });
    const version = readVersion(texts.get("version"));
    const replaced = await replaceFile(api.db, api.files, api.address, {
      accepted,
      version,
      ...actionContext,
    });
    return privateJson(presentApiFile(replaced, api.publicUrl));
  });
}

async function addOne(api: ApiRequest, file: Received, key: string | null): Promise<Outcome> {
  const { name } = file;
  try {
    const added = await addUpload(api.db, api.files, { file, key, ...actionContextOf(api) });
    return { name, ...added, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { name, file: null, isKnown: false, refusal: error };
  }
}

/** Derives a key for each file, so a repeated request is idempotent per file. */
function keyOf({ request }: ApiRequest, at: number): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || key === "") return null;
  if (key.length <= 200) return at === 0 ? key : `${key}#${at}`;
  throw validationError([{ path: ["Idempotency-Key"], message: "Use at most 200 characters" }]);
}

function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw validationError([{ path: ["version"], message: "Enter a whole number" }]);
}

function refuseNone(): DomainError {
  return validationError([{ path: ["file"], message: "Choose a file" }], "The request contains no file.");
}

function refuseAll(outcomes: readonly Outcome[]): DomainError {
  const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const [first] = refusals;
  if (!first || refusals.length === 1) return first ?? refuseNone();
  const fields = Object.fromEntries(
    outcomes.map(({ name, refusal }, at) => [`files.${at}`, `${name}: ${refusal?.message}`]),
  );
  return new DomainError(first.code, "All files were rejected.", { fields, detail: first.detail });
}

interface FilesQuery {
  q?: string | undefined;
  tag?: string | undefined;
  type?: LibraryQuery["kind"];
  show?: LibraryQuery["show"];
  sort?: LibraryQuery["sort"];
  cursor?: string | undefined;
  limit: number;
}

async function answerFiles(api: ApiRequest<FilesQuery>): Promise<Response> {
  const { type: kind, cursor: after, ...rest } = api.query;
  const { files, next } = await listFiles(api.db, { ...rest, kind, after });
  return privateJson({ files: files.map((file) => presentApiFile(file, api.publicUrl)), next });
}

async function answerFileTags({ db }: ApiRequest): Promise<Response> {
  return privateJson(await listTags(db));
}

async function answerFile({ db, address, publicUrl }: ApiRequest): Promise<Response> {
  const file = await readFile(db, address);
  const uses = await findUses(db, address);
  return privateJson({ ...presentApiFile(file, publicUrl), uses: uses.map(presentUse) });
}

async function answerFileChange(api: ApiRequest): Promise<Response> {
  const { db, address, body } = api;
  return fileResponse(api, await write(db, (tx) => changeFile(tx, address, body, actionContextOf(api))));
}

async function answerFileTrash(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => trashFile(tx, api.address, actionContextOf(api)));
  return noContent();
}

async function answerFileRestore(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => restoreFile(tx, api.address, actionContextOf(api)));
  return fileResponse(api, await readFile(api.db, api.address));
}

async function answerBringBack(api: ApiRequest): Promise<Response> {
  return fileResponse(api, await write(api.db, (tx) => bringBack(tx, api.address, actionContextOf(api))));
}

interface Bulk {
  ids: string[];
  action: "trash" | "restore" | "add-tags" | "remove-tags";
  tags: string[];
}

async function answerBulk(api: ApiRequest, { ids, action, tags }: Bulk): Promise<Response> {
  const actionContext = actionContextOf(api);
  if (action.endsWith("tags") && tags.length === 0)
    return problem(422, "Not accepted", "Enter at least one tag.", { tags: "Enter at least one tag" });
  const { done, refused } = await write(api.db, (tx) => {
    if (action === "add-tags") return addTags(tx, ids, tags, actionContext);
    if (action === "remove-tags") return removeTags(tx, ids, tags, actionContext);
    return runFileBulk(ids, (id) =>
      action === "trash" ? trashFile(tx, id, actionContext) : restoreFile(tx, id, actionContext),
    );
  });
  return privateJson({ done, refused: refused.map(({ id, message }) => ({ _id: id, message })) });
}

function actionContextOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now() };
}

function fileResponse({ publicUrl }: ApiRequest, file: Parameters<typeof presentApiFile>[0]): Response {
  return privateJson(presentApiFile(file, publicUrl));
}
