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
  const isUnderWay = state === "sending" || state === "paused";
  return (
    <section className="sending" aria-label="State">
      <IssueBadge state={state} />
      {isUnderWay && (
        <progress value={countDone(figures)} max={Math.max(1, figures.total)} aria-label="Progress" />
      )}
      <p>
        <Sentence issue={issue} />
      </p>
      {note && state === "paused" && <p className="note">{note}</p>}
      {!isSending && state !== "sent" && state !== "cancelled" && (
        <p className="note">No mail server is set: every mail becomes a file in the data folder instead.</p>
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
        ? "It begins to leave in a moment."
        : `It leaves on ${spellMoment(sendAt ?? "", timeZone)} (${timeZone}), to whoever has confirmed by then: ${sayReaders(readers)} today. To write on, call it back.`;
    case "sending":
      return `${sayProgress(figures)}. ${left > 0 ? `The rest takes ${sayDuration(left, perMinute)}.` : "The last ones are on their way."}`;
    case "paused":
      return `${sayProgress(figures)}. The rest waits.`;
    case "cancelled":
      return `${sayProgress(figures)}. The rest was cancelled and gets nothing.`;
    default:
      return `${sayProgress(figures)}.`;
  }
}

function Deeds({ issue: { id, state, isBeginning } }: { issue: IssueScreen }) {
  if (state === "scheduled")
    return (
      <div className="row">
        <DeedButton intent="callBack" className="btn">
          Call it back
        </DeedButton>
        {!isBeginning && (
          <Link className="btn q" to={`/dashboard/newsletter/${id}/send`}>
            Change the moment
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
          Send on
        </DeedButton>
      )}
      <details>
        <summary className="btn q bad">Cancel the rest…</summary>
        <div className="stack sure">
          <p className="small">For good: whoever has not got it does not get it any more.</p>
          <DeedButton intent="cancel" className="btn q bad">
            Cancel the rest for good
          </DeedButton>
        </div>
      </details>
    </div>
  );
}
