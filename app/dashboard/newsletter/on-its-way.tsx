import { Copy } from "lucide-react";
import { Link } from "react-router";
import { DeedButton } from "../parts/deed-button.tsx";
import { Screen } from "../parts/screen.tsx";
import { IssueFacts } from "./issue-facts.tsx";
import { MailFrame } from "./mail-frame.tsx";
import type { IssueScreen } from "./read-issue.ts";
import { SendingPanel } from "./sending-panel.tsx";
import { useProgress } from "./use-progress.ts";

/** A newsletter that is no draft any more: how it stands, what became of it, and what can be done about it. */
export function OnItsWay({ issue, answer }: { issue: IssueScreen; answer: unknown }) {
  const { id, subject, state } = issue;
  useProgress(state === "sending" || issue.isBeginning);
  return (
    <Screen
      title={subject}
      crumbs={[{ name: "Newsletter", path: "/dashboard/newsletter" }]}
      answer={answer}
      actions={
        <DeedButton intent="duplicate">
          <Copy className="i" aria-hidden /> Duplicate
        </DeedButton>
      }
    >
      <div className="pad on-its-way">
        <div className="stack wide-gap">
          <SendingPanel issue={issue} />
          <IssueFacts issue={issue} />
          <p>
            <Link to={`/dashboard/newsletter/${id}/preview`}>
              Preview on desktop, on a phone and as plain text
            </Link>
          </p>
        </div>
        <MailFrame issue={issue} width={600} />
      </div>
    </Screen>
  );
}
