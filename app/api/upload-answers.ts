import type { LibraryFile } from "#app/files/library-file.ts";
import { type Received, receiveUploads } from "#app/files/receive-uploads.ts";
import { replaceFile } from "#app/files/replace-file.ts";
import { acceptUpload, addUpload } from "#app/files/upload.ts";
import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";
import { privately } from "./account-answers.ts";
import { deedOf } from "./files-answers.ts";
import { presentFile } from "./files-presenter.ts";
import type { ApiRequest } from "./route.ts";

/** What became of one file of an upload. */
type Outcome = { name: string } & ({ file: LibraryFile; refusal: null } | { file: null; refusal: Refusal });

/** Each file is kept or refused on its own; when none is kept, the answer is a problem. */
export function answerUpload(api: ApiRequest): Promise<Response> {
  return receiveUploads(api.files, api.request, async (files) => {
    if (files.length === 0) throw refuseNone();
    const outcomes: Outcome[] = [];
    for (const [at, file] of files.entries()) outcomes.push(await addOne(api, file, keyOf(api, at)));
    if (outcomes.every(({ file }) => file === null)) throw refuseAll(outcomes);
    const kept = outcomes.map(({ name, file, refusal }) => ({
      name,
      refused: refusal?.message ?? null,
      file: file && presentFile(file, api.publicUrl),
    }));
    return privately({ files: kept }, 201);
  });
}

/** Puts the one file that was sent in the place of another. */
export function answerReplace(api: ApiRequest): Promise<Response> {
  const deed = deedOf(api);
  return receiveUploads(api.files, api.request, async (files, texts) => {
    const [file, second] = files;
    if (!file || second) throw refuseInvalid([{ path: ["file"], message: "Send exactly one file" }]);
    const accepted = await acceptUpload(api.db, { file, ...deed });
    const version = readVersion(texts.get("version"));
    const replaced = await replaceFile(api.db, api.files, api.address, { accepted, version, ...deed });
    return privately(presentFile(replaced, api.publicUrl), 200);
  });
}

async function addOne(api: ApiRequest, file: Received, key: string | null): Promise<Outcome> {
  const { name } = file;
  try {
    return { name, file: await addUpload(api.db, api.files, { file, key, ...deedOf(api) }), refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name, file: null, refusal: error };
  }
}

/** Every file of a request has a key of its own, so that a request sent again meets each of them again. */
function keyOf({ request }: ApiRequest, at: number): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || key === "") return null;
  if (key.length <= 200) return at === 0 ? key : `${key}#${at}`;
  throw refuseInvalid([{ path: ["Idempotency-Key"], message: "Use at most 200 characters" }]);
}

function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw refuseInvalid([{ path: ["version"], message: "Give a whole number" }]);
}

function refuseNone(): Refusal {
  return refuseInvalid([{ path: ["file"], message: "Choose a file" }], "There is no file in what was sent.");
}

function refuseAll(outcomes: readonly Outcome[]): Refusal {
  const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const [first] = refusals;
  if (!first || refusals.length === 1) return first ?? refuseNone();
  const fields = Object.fromEntries(
    outcomes.map(({ name, refusal }, at) => [`files.${at}`, `${name}: ${refusal?.message}`]),
  );
  return new Refusal(first.code, "None of these files was taken.", { fields, detail: first.detail });
}
