import { lookedAtPolicy } from "#app/http/security/security-headers.ts";
import { readCampaign } from "#app/newsletter/campaigns.ts";
import { previewCampaign } from "#app/newsletter/mail/prepare-campaign.ts";
import { orNotFound, requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/mail.ts";

/** The mail as mail programs get it, for a frame in which nothing of it runs. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, publicUrl } = await requireScreen(args);
  const campaign = await orNotFound(() => readCampaign(db, params.id));
  const { html } = await previewCampaign(db, publicUrl, campaign);
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": lookedAtPolicy,
      "referrer-policy": "no-referrer",
      "x-frame-options": "SAMEORIGIN",
      "x-robots-tag": "noindex, nofollow",
    },
  });
}
