import { json } from "#app/api/server/answers.ts";
import type { ApiRequest } from "#app/api/server/route.ts";
import { recallSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import { isAway } from "#app/database/engines/bounded-pool.ts";
import { problem } from "#app/http/responses/refusals.ts";
import type { LeadFormDescription } from "#app/leads/intake/forms.ts";
import { describeNotSaved, sendAgainAfter, writeNotSaved } from "#app/leads/intake/not-saved.ts";
import type { Accepted, SubmissionMetadata } from "#app/leads/intake/submission.ts";

type Accept = (db: Database, input: unknown, origin: SubmissionMetadata) => Promise<Accepted>;

/** Keeps what was sent and answers the number to quote. */
export async function answerLead(
  accept: Accept,
  form: LeadFormDescription,
  api: ApiRequest,
): Promise<Response> {
  const { headers } = api.request;
  const referrer = headers.get("referer");
  const page = URL.parse(referrer ?? "");
  const isOurs = page?.origin === api.publicUrl.origin;
  const origin = {
    address: api.requestContext.address,
    userAgent: headers.get("user-agent"),
    sourcePath: isOurs ? page.pathname : null,
    referrer: isOurs ? null : referrer,
    idempotencyKey: headers.get("idempotency-key"),
    consentText: form.consent,
    now: api.clock.now(),
  };
  try {
    const { reference } = await accept(api.db, api.body, origin);
    return json({ reference }, 201);
  } catch (error) {
    if (!isAway(error)) throw error;
    api.requestContext.answerFromMemory(error);
    return answerAway(form, api);
  }
}

/** The database is away: nothing was kept. */
function answerAway(form: LeadFormDescription, { db }: ApiRequest): Response {
  const answer = problem(
    503,
    "Not saved",
    writeNotSaved(describeNotSaved(form, recallSettings(db)?.company)),
  );
  answer.headers.set("retry-after", String(sendAgainAfter));
  return answer;
}
