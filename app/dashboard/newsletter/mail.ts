import { readCampaign } from "#app/domain/newsletter/campaigns.ts";
import { previewCampaign } from "#app/domain/newsletter/mail/prepare-campaign.ts";
import { sandboxPolicy } from "#app/platform/http/security/security-headers.ts";
import { orNotFound, requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/mail.ts";

/** Sends the HTML of the newsletter for a sandboxed frame. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, publicUrl } = await requireScreen(args);
  const campaign = await orNotFound(() => readCampaign(db, params.id));
  const { html } = await previewCampaign(db, publicUrl, campaign);
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": sandboxPolicy,
      "referrer-policy": "no-referrer",
      "x-frame-options": "SAMEORIGIN",
      "x-robots-tag": "noindex, nofollow",
    },
  });
}
