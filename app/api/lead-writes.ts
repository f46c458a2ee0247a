import type { Database } from "#app/database/database.ts";
import type { FormDescription } from "#app/leads/forms.ts";
import type { Accepted } from "#app/leads/once.ts";
import type { Origin } from "#app/leads/origin.ts";
import { json } from "./answers.ts";
import type { ApiRequest } from "./route.ts";

type Accept = (db: Database, input: unknown, origin: Origin) => Promise<Accepted>;

/** Keeps what was sent and answers the number to quote. */
export async function answerLead(accept: Accept, form: FormDescription, api: ApiRequest): Promise<Response> {
  const { headers } = api.request;
  const referrer = headers.get("referer");
  const page = URL.parse(referrer ?? "");
  const isOurs = page?.origin === api.publicUrl.origin;
  const { reference } = await accept(api.db, api.body, {
    address: api.visit.address,
    userAgent: headers.get("user-agent"),
    sourcePath: isOurs ? page.pathname : null,
    referrer: isOurs ? null : referrer,
    idempotencyKey: headers.get("idempotency-key"),
    consentText: form.consent,
    now: api.clock.now(),
  });
  return json({ reference }, 201);
}
