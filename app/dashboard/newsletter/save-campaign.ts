import type { SaveAnswer } from "#app/dashboard/content/saving/use-form-saver.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { write } from "#app/database/database.ts";
import { readForm, staffForm } from "#app/http/bodies/read-form.ts";
import { readCampaign } from "#app/newsletter/campaigns.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { Route } from "./+types/save-campaign.ts";
import { saveSent } from "./campaign-screen.ts";
import { type CampaignHead, headOf } from "./campaign-values.ts";

/** Where a newsletter stands. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return answering(async () => headOf(await readCampaign(db, params.id)));
}

/** Keeps what stands in the form now. */
export async function action({ params, ...args }: Route.ActionArgs) {
  const staff = await requireScreen(args);
  return answering(async () => {
    const form = await readForm(args.request, staffForm);
    await write(staff.db, (tx) => saveSent(tx, params.id, form, staff));
    return headOf(await readCampaign(staff.db, params.id));
  });
}

async function answering(work: () => Promise<CampaignHead>): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return Response.json({ entry: await work() } satisfies SaveAnswer<CampaignHead>, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, fields, detail = null } = error;
    return Response.json({ refusal: { code, message, fields, detail } } satisfies SaveAnswer, { headers });
  }
}
