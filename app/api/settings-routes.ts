import { z } from "zod";
import { privateJson } from "#app/api/server/answers.ts";
import { type ApiRequest, actorOf, defineRoute, namedSchema, type Route } from "#app/api/server/route.ts";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import { needsFreshSession } from "#app/domain/company/sections.ts";
import { mergeSettings, readSettingsNow, saveSettings } from "#app/domain/company/settings.ts";
import { settingsSchema } from "#app/domain/company/settings-schema.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { write } from "#app/platform/database/database.ts";
import { problem } from "#app/platform/http/responses/refusals.ts";

const group = "Settings";
const settingsAnswer = namedSchema("Settings", z.looseObject({ company: z.looseObject({}) }));

/** All company settings, for admins. */
export const settingsRoutes: readonly Route[] = [
  defineRoute({
    method: "get",
    path: "/settings",
    who: "admin",
    name: "readSettings",
    group,
    summary: "All settings; their version is the ETag",
    answer: settingsAnswer,
    handle: answerSettings,
  }),
  defineRoute({
    method: "patch",
    path: "/settings",
    who: "admin",
    name: "changeSettings",
    group,
    summary:
      "Change some settings; records are merged, lists take the place of what was there. If-Match names the version. What concerns accounts needs a fresh session",
    body: settingsSchema.partial(),
    answer: settingsAnswer,
    handle: changeSettings,
  }),
];

async function answerSettings({ db }: ApiRequest): Promise<Response> {
  const { version, settings } = await readSettingsNow(db);
  const found = privateJson(settings);
  found.headers.set("etag", `"${version}"`);
  return found;
}

async function changeSettings(api: ApiRequest): Promise<Response> {
  const basedOn = /^(?:W\/)?"(\d{1,9})"$/.exec(api.request.headers.get("if-match") ?? "")?.[1];
  if (basedOn === undefined)
    return problem(428, "If-Match required", 'Send If-Match with the version you have seen, such as "7".');
  if (needsFreshSession(Object.keys(api.body)) && !api.signed?.isFresh) throw accountErrors.stale();
  const save = { actor: actorOf(api), now: api.clock.now(), basedOn: Number(basedOn), part: "by the API" };
  try {
    await write(api.db, async (tx) => {
      const { settings } = await readSettingsNow(tx);
      await saveSettings(tx, mergeSettings(settings, api.body), save);
    });
    return await answerSettings(api);
  } catch (error) {
    if (error instanceof DomainError && error.code === "stale") return answerSettingsConflict(api, error);
    throw error;
  }
}

/** Conflict response with both versions, so the client can merge them. */
async function answerSettingsConflict({ db, body }: ApiRequest, error: DomainError): Promise<Response> {
  const { version, settings } = await readSettingsNow(db);
  const refused = problem(409, "Changed meanwhile", error.message, undefined, error.reason);
  const document = { ...Object(await refused.json()), current: { version, data: settings }, yours: body };
  return new Response(JSON.stringify(document), { status: 409, headers: refused.headers });
}
