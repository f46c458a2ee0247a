import Copy from "lucide-react/icons/copy";
import { Link } from "react-router";
import { spellMoment } from "#app/lib/text/moments.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Moment } from "../parts/moment.tsx";
import { ConnectionLost, Screen, usePolling } from "../parts/screen.tsx";
import { MailFrame } from "../settings/mail/mail-frame.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import {
  CampaignBadge,
  countDone,
  formatDuration,
  formatProgress,
  formatReaders,
} from "./campaign-progress.tsx";
import type { CampaignScreen } from "./campaign-screen.ts";

/** Screen of a scheduled or sent newsletter: state, results and actions. */
export function SentCampaign({ campaign, answer }: { campaign: CampaignScreen; answer: unknown }) {
  const { id, subject, state } = campaign;
  const isLost = usePolling(state === "sending" || campaign.isBeginning, 2500);
  return (
    <Screen
      title={subject}
      crumbs={[{ name: "Newsletter", path: "/dashboard/newsletter" }]}
      answer={answer}
      actions={
        <ActionButton intent="duplicate">
          <Copy className="icon" aria-hidden /> Duplicate
        </ActionButton>
      }
    >
      <div className="pad sent-campaign">
        <div className="stack wide-gap">
          <SendingPanel campaign={campaign} />
          <ConnectionLost isLost={isLost} />
          <CampaignFacts campaign={campaign} />
          <p>
            <Link to={`/dashboard/newsletter/${id}/preview`}>
              Preview on desktop, on a phone and as plain text
            </Link>
          </p>
        </div>
        <MailFrame campaign={campaign} width={600} />
      </div>
    </Screen>
  );
}

/** Figures and times of sending. */
function CampaignFacts({ campaign }: { campaign: CampaignScreen }) {
  const { startedAt, finishedAt, archive, isPublic } = campaign;
  return (
    <section>
      <h2>{startedAt ? "Results" : "Archive"}</h2>
      <dl className="facts">
        {startedAt && <Figures campaign={campaign} />}
        {startedAt && (
          <Fact name="Started">
            <Moment at={startedAt} />
          </Fact>
        )}
        {finishedAt && (
          <Fact name="Finished">
            <Moment at={finishedAt} />
          </Fact>
        )}
        <Fact name="Web version">
          {archive ? (
            <a href={archive}>View in the archive</a>
          ) : isPublic ? (
            "In the public archive once sending starts"
          ) : (
            "Not in the archive"
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Figures({ campaign: { state, figures } }: { campaign: CampaignScreen }) {
  const { person } = useLayoutData();
  const { total, sent, stored, failed, cancelled, unsubscribed } = figures;
  const left = total - countDone(figures);
  return (
    <>
      <Fact name="Readers">{total.toLocaleString("en")}</Fact>
      <Fact name="Accepted by your mail server">{sent.toLocaleString("en")}</Fact>
      {stored > 0 && (
        <Fact name="Not sent (no mail server)">
          {stored.toLocaleString("en")}{" "}
          {person.role === "admin" && (
            <Link className="plain" to="/dashboard/mail">
              Kept in Mail
            </Link>
          )}
        </Fact>
      )}
      <Fact name="Failed">
        {failed.toLocaleString("en")}{" "}
        {failed > 0 && person.role === "admin" && (
          <Link className="plain" to="/dashboard/mail">
            See reasons in Mail
          </Link>
        )}
      </Fact>
      <Fact name="Skipped">
        {cancelled.toLocaleString("en")}
        {cancelled > 0 && <span className="mute">, no longer subscribed</span>}
      </Fact>
      {state === "cancelled" && left > 0 && <Fact name="Cancelled">{left.toLocaleString("en")}</Fact>}
      <Fact name="Unsubscribed">
        {unsubscribed.toLocaleString("en")}
        {unsubscribed > 0 && <span className="mute"> by the link in it</span>}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** State as icon and sentence, with the possible actions. */
function SendingPanel({ campaign }: { campaign: CampaignScreen }) {
  const { state, figures, note, isSending } = campaign;
  const { stored } = figures;
  const isUnderWay = state === "sending" || state === "paused";
  return (
    <section className="sending" aria-label="State">
      <CampaignBadge state={state} figures={figures} />
      {isUnderWay && (
        <progress value={countDone(figures)} max={Math.max(1, figures.total)} aria-label="Progress" />
      )}
      <p>
        <Sentence campaign={campaign} />
      </p>
      {note && state === "paused" && <p className="note">{note}</p>}
      {stored > 0 && <p className="note">The e-mails that were not sent are stored in Mail.</p>}
      {!isSending && state !== "sent" && state !== "cancelled" && (
        <p className="note">No mail server is set. Nothing is sent; the e-mails are stored in Mail.</p>
      )}
      <Actions campaign={campaign} />
    </section>
  );
}

function Sentence({ campaign }: { campaign: CampaignScreen }) {
  const { timeZone } = useLayoutData();
  const { state, figures, perMinute, readers, sendAt, isBeginning } = campaign;
  const left = figures.total - countDone(figures);
  switch (state) {
    case "scheduled":
      return isBeginning
        ? "Sending starts in a moment."
        : `It will be sent on ${spellMoment(sendAt ?? "", timeZone)} (${timeZone}) to everybody who has confirmed by then: ${formatReaders(readers)} today. To edit it, cancel the schedule.`;
    case "sending":
      return `${formatProgress(figures)}. ${left > 0 ? `The rest takes ${formatDuration(left, perMinute)}.` : "The last ones are being sent."}`;
    case "paused":
      return `${formatProgress(figures)}. The rest is paused.`;
    case "cancelled":
      return `${formatProgress(figures)}. The rest was cancelled.`;
    default:
      return `${formatProgress(figures)}.`;
  }
}

function Actions({ campaign: { id, state, isBeginning } }: { campaign: CampaignScreen }) {
  if (state === "scheduled")
    return (
      <div className="row">
        <ActionButton intent="callBack" className="btn">
          Cancel schedule
        </ActionButton>
        {!isBeginning && (
          <Link className="btn quiet" to={`/dashboard/newsletter/${id}/send`}>
            Change time
          </Link>
        )}
      </div>
    );
  if (state !== "sending" && state !== "paused") return null;
  return (
    <div className="row actions">
      {state === "sending" ? (
        <ActionButton intent="pause" className="btn">
          Pause
        </ActionButton>
      ) : (
        <ActionButton intent="resume" className="btn">
          Resume
        </ActionButton>
      )}
      <details>
        <summary className="btn quiet bad">Stop sending…</summary>
        <div className="stack sure">
          <p className="small">
            This can’t be undone. Readers who have not received it yet will not receive it.
          </p>
          <ActionButton intent="cancel" className="btn quiet bad">
            Stop sending
          </ActionButton>
        </div>
      </details>
    </div>
  );
}
