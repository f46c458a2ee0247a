import { Link } from "react-router";
import { spellMoment } from "#app/text/moments.ts";
import { DeedButton } from "../parts/deed-button.tsx";
import { useFrame } from "../shell/frame.ts";
import { IssueBadge } from "./issue-badge.tsx";
import type { IssueScreen } from "./read-issue.ts";
import { countDone, sayDuration, sayProgress, sayReaders } from "./say-progress.ts";

/** How it stands, in one sign and a sentence, and what can be done about it. */
export function SendingPanel({ issue }: { issue: IssueScreen }) {
  const { state, figures, note, isSending } = issue;
  const { kept } = figures;
  const isUnderWay = state === "sending" || state === "paused";
  return (
    <section className="sending" aria-label="State">
      <IssueBadge state={state} figures={figures} />
      {isUnderWay && (
        <progress value={countDone(figures)} max={Math.max(1, figures.total)} aria-label="Progress" />
      )}
      <p>
        <Sentence issue={issue} />
      </p>
      {note && state === "paused" && <p className="note">{note}</p>}
      {kept > 0 && <p className="note">The e-mails that were not sent are kept in Mail.</p>}
      {!isSending && state !== "sent" && state !== "cancelled" && (
        <p className="note">No mail server is set. Nothing is sent; the e-mails are kept in Mail.</p>
      )}
      <Deeds issue={issue} />
    </section>
  );
}

function Sentence({ issue }: { issue: IssueScreen }) {
  const { timeZone } = useFrame();
  const { state, figures, perMinute, readers, sendAt, isBeginning } = issue;
  const left = figures.total - countDone(figures);
  switch (state) {
    case "scheduled":
      return isBeginning
        ? "Sending starts in a moment."
        : `It will be sent on ${spellMoment(sendAt ?? "", timeZone)} (${timeZone}) to everybody who has confirmed by then: ${sayReaders(readers)} today. To edit it, cancel the schedule.`;
    case "sending":
      return `${sayProgress(figures)}. ${left > 0 ? `The rest takes ${sayDuration(left, perMinute)}.` : "The last ones are being sent."}`;
    case "paused":
      return `${sayProgress(figures)}. The rest is paused.`;
    case "cancelled":
      return `${sayProgress(figures)}. The rest was cancelled.`;
    default:
      return `${sayProgress(figures)}.`;
  }
}

function Deeds({ issue: { id, state, isBeginning } }: { issue: IssueScreen }) {
  if (state === "scheduled")
    return (
      <div className="row">
        <DeedButton intent="callBack" className="btn">
          Cancel schedule
        </DeedButton>
        {!isBeginning && (
          <Link className="btn q" to={`/dashboard/newsletter/${id}/send`}>
            Change time
          </Link>
        )}
      </div>
    );
  if (state !== "sending" && state !== "paused") return null;
  return (
    <div className="row deeds">
      {state === "sending" ? (
        <DeedButton intent="pause" className="btn">
          Pause
        </DeedButton>
      ) : (
        <DeedButton intent="resume" className="btn">
          Resume
        </DeedButton>
      )}
      <details>
        <summary className="btn q bad">Cancel the rest…</summary>
        <div className="stack sure">
          <p className="small">
            This can’t be undone. Readers who have not received it yet will not receive it.
          </p>
          <DeedButton intent="cancel" className="btn q bad">
            Cancel the rest
          </DeedButton>
        </div>
      </details>
    </div>
  );
}
