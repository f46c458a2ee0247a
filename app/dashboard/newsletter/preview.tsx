import { Link } from "react-router";
import { readCampaign } from "#app/domain/newsletter/campaigns.ts";
import { previewCampaign } from "#app/domain/newsletter/mail/prepare-campaign.ts";
import { readTextParam, withQuery } from "#app/ops/resources/list-page.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { Tabs } from "../parts/list-screen.tsx";
import { orNotFound, requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { MailFrame } from "../settings/mail/mail-frame.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import type { Route } from "./+types/preview.ts";
import { campaignActions } from "./campaign-screen.ts";
import { SizeNote } from "./size-note.tsx";

const views = [
  { as: "", name: "Desktop" },
  { as: "phone", name: "Phone" },
  { as: "text", name: "Plain text" },
];

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, publicUrl } = await requireScreen(args);
  const url = new URL(args.request.url);
  const requested = readTextParam(url, "as");
  const current = views.some(({ as }) => as === requested) ? requested : "";
  const campaign = await orNotFound(() => readCampaign(db, params.id));
  const { id, version, subject, preview, state } = campaign;
  const { text, html } = await previewCampaign(db, publicUrl, campaign);
  return {
    current,
    text,
    bytes: Buffer.byteLength(html),
    state,
    campaign: { id, version, subject, preview },
    tabs: views.map(({ as, name }) => ({ name, isCurrent: as === current, to: withQuery(url, { as }) })),
  };
}

/** Sends a test copy to the current user. */
export function action({ params, ...args }: Route.ActionArgs) {
  const { test } = campaignActions(params.id);
  return handleAction(args, test ? { test } : {});
}

export default function CampaignPreview({ loaderData: page, actionData }: Route.ComponentProps) {
  const { campaign, current, text, state, bytes } = page;
  const { person } = useLayoutData();
  const path = `/dashboard/newsletter/${campaign.id}`;
  return (
    <Screen
      title="Preview"
      crumbs={[{ name: state === "draft" ? "Draft" : "Newsletter", path }]}
      answer={actionData}
      actions={
        <>
          <ActionButton intent="test" about={`to ${person.email}`}>
            Send test to me
          </ActionButton>
          {state === "draft" && (
            <Link className="btn" to={`${path}/send`}>
              Send or schedule…
            </Link>
          )}
        </>
      }
    >
      <div className="filter-bar">
        <Tabs label="Preview as" tabs={page.tabs} />
      </div>
      <div className="pad stack">
        <SizeNote bytes={bytes} />
        <p className="envelope" dir="auto">
          <b>{campaign.subject}</b> {campaign.preview && <span className="mute">{campaign.preview}</span>}
        </p>
        {current === "text" ? (
          <section className="mail-place" aria-label="Plain text">
            <pre className="plain-mail" dir="auto">
              {text}
            </pre>
          </section>
        ) : (
          <MailFrame campaign={campaign} width={current === "phone" ? 360 : 600} />
        )}
      </div>
    </Screen>
  );
}
