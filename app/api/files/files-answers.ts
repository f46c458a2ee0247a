import { write } from "#app/database/database.ts";
import { addTags, removeTags, runFileBulk } from "#app/files/library/bulk.ts";
import { changeFile } from "#app/files/library/change-file.ts";
import { type LibraryQuery, listFiles, readFile } from "#app/files/library/library.ts";
import { bringBack } from "#app/files/library/replace-file.ts";
import { listTags } from "#app/files/library/tags.ts";
import { restoreFile, trashFile } from "#app/files/library/trash-file.ts";
import { findUses } from "#app/files/library/where-used.ts";
import { problem } from "#app/http/responses/problems.ts";
import { privately } from "../accounts/account-answers.ts";
import { type ApiRequest, actorOf } from "../server/route.ts";
import { presentApiFile, presentUse } from "./files-presenter.ts";

export interface FilesQuery {
  q?: string | undefined;
  tag?: string | undefined;
  type?: LibraryQuery["kind"];
  show?: LibraryQuery["show"];
  sort?: LibraryQuery["sort"];
  cursor?: string | undefined;
  limit: number;
}

export async function answerFiles(api: ApiRequest<FilesQuery>): Promise<Response> {
  const { type: kind, cursor: after, ...rest } = api.query;
  const { files, next } = await listFiles(api.db, { ...rest, kind, after });
  return privately({ files: files.map((file) => presentApiFile(file, api.publicUrl)), next }, 200);
}

export async function answerFileTags({ db }: ApiRequest): Promise<Response> {
  return privately(await listTags(db), 200);
}

export async function answerFile({ db, address, publicUrl }: ApiRequest): Promise<Response> {
  const file = await readFile(db, address);
  const uses = await findUses(db, address);
  return privately({ ...presentApiFile(file, publicUrl), uses: uses.map(presentUse) }, 200);
}

export async function answerFileChange(api: ApiRequest): Promise<Response> {
  const { db, address, body } = api;
  return tell(api, await write(db, (tx) => changeFile(tx, address, body, actionContextOf(api))));
}

export async function answerFileTrash(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => trashFile(tx, api.address, actionContextOf(api)));
  return privately(null, 204);
}

export async function answerFileRestore(api: ApiRequest): Promise<Response> {
  await write(api.db, (tx) => restoreFile(tx, api.address, actionContextOf(api)));
  return tell(api, await readFile(api.db, api.address));
}

export async function answerBringBack(api: ApiRequest): Promise<Response> {
  return tell(api, await write(api.db, (tx) => bringBack(tx, api.address, actionContextOf(api))));
}

export interface Bulk {
  ids: string[];
  action: "trash" | "restore" | "add-tags" | "remove-tags";
  tags: string[];
}

export async function answerBulk(api: ApiRequest, { ids, action, tags }: Bulk): Promise<Response> {
  const actionContext = actionContextOf(api);
  if (action.endsWith("tags") && tags.length === 0)
    return problem(422, "Not accepted", "Give at least one tag.", { tags: "Give at least one tag" });
  const { done, refused } = await write(api.db, (tx) => {
    if (action === "add-tags") return addTags(tx, ids, tags, actionContext);
    if (action === "remove-tags") return removeTags(tx, ids, tags, actionContext);
    return runFileBulk(ids, (id) =>
      action === "trash" ? trashFile(tx, id, actionContext) : restoreFile(tx, id, actionContext),
    );
  });
  return privately({ done, refused: refused.map(({ id, message }) => ({ _id: id, message })) }, 200);
}

export function actionContextOf(api: ApiRequest) {
  return { actor: actorOf(api), now: api.clock.now() };
}

function tell({ publicUrl }: ApiRequest, file: Parameters<typeof presentApiFile>[0]): Response {
  return privately(presentApiFile(file, publicUrl), 200);
}
