import { createEntry } from "#app/content/create-entry.ts";
import { createOnce } from "#app/content/create-once.ts";
import { completeInput } from "#app/content/entry-input.ts";
import type { Kind } from "#app/content/kind.ts";
import { readEntry } from "#app/content/read-versions.ts";
import type { Clash } from "#app/content/save-entry.ts";
import { saveInput } from "#app/content/save-entry.ts";
import { write } from "#app/database/database.ts";
import { problem } from "#app/http/problems.ts";
import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";
import { answerDraft } from "./draft-shape.ts";
import { type ApiRequest, actorOf } from "./route.ts";

/** Makes a draft, one for each Idempotency-Key. */
export async function createDraft(kind: Kind, api: ApiRequest): Promise<Response> {
  const key = readKey(api.request);
  const save = { actor: actorOf(api), now: api.clock.now() };
  const entry = await write(api.db, (tx) =>
    key === null
      ? createEntry(tx, kind, completeInput(kind, null, api.body), save)
      : createOnce(tx, kind, api.body, { ...save, key }),
  );
  const answer = answerDraft(entry, api.publicUrl, 201);
  answer.headers.set("location", `/api/${kind.plural}/${entry.id}/draft`);
  return answer;
}

/** Lays what was sent over the newest version, when that is the one the sender has seen. */
export async function changeDraft(kind: Kind, api: ApiRequest): Promise<Response> {
  const basedOn = /^(?:W\/)?"(\d{1,9})"$/.exec(api.request.headers.get("if-match") ?? "")?.[1];
  if (basedOn === undefined)
    return problem(428, "Which version?", 'Send If-Match with the version you have seen, such as "7".');
  const save = { actor: actorOf(api), now: api.clock.now() };
  try {
    const entry = await write(api.db, (tx) =>
      saveInput(tx, kind, api.address, Number(basedOn), api.body, save),
    );
    return answerDraft(entry, api.publicUrl);
  } catch (error) {
    if (error instanceof Refusal && error.code === "stale") return answerClash(error);
    throw error;
  }
}

export async function answerNewest(kind: Kind, api: ApiRequest): Promise<Response> {
  return answerDraft(await readEntry(api.db, kind, api.address), api.publicUrl);
}

/** Both texts go back, so that whoever wrote this one can bring them together. */
async function answerClash(refusal: Refusal): Promise<Response> {
  // saveInput gives every stale refusal both texts.
  const { version, data, at, mine } = refusal.detail as Clash;
  const answer = problem(409, "Changed meanwhile", refusal.message, undefined, refusal.reason);
  const document = { ...Object(await answer.json()), current: { version, at, data }, yours: mine };
  return new Response(JSON.stringify(document), { status: 409, headers: answer.headers });
}

function readKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key))
    throw refuseInvalid([
      { path: ["Idempotency-Key"], message: "A key has 1 to 200 letters, digits and signs, no spaces" },
    ]);
  return key;
}
