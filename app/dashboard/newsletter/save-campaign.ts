import type { SaveAnswer } from "#app/dashboard/content/saving/use-form-saver.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { readCampaign } from "#app/domain/newsletter/campaigns.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { write } from "#app/platform/database/database.ts";
import { readForm, staffForm } from "#app/platform/http/bodies/read-form.ts";
import type { Route } from "./+types/save-campaign.ts";
import { saveSubmitted } from "./campaign-screen.ts";
import { type CampaignHead, headOf } from "./campaign-values.ts";

/** Sends the current state of a newsletter. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return answerJson(async () => headOf(await readCampaign(db, params.id)));
}

/** Saves the form's values. */
export async function action({ params, ...args }: Route.ActionArgs) {
  const staff = await requireScreen(args);
  return answerJson(async () => {
    const form = await readForm(args.request, staffForm);
    await write(staff.db, (tx) => saveSubmitted(tx, params.id, form, staff));
    return headOf(await readCampaign(staff.db, params.id));
  });
}

async function answerJson(work: () => Promise<CampaignHead>): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return Response.json({ entry: await work() } satisfies SaveAnswer<CampaignHead>, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, fields, detail = null } = error;
    return Response.json({ refusal: { code, message, fields, detail } } satisfies SaveAnswer, { headers });
  }
}
