import { Ban, CircleDashed, CircleDot, Clock3, Pause, Send } from "lucide-react";
import type { IssueState } from "#app/newsletter/issue.ts";

export const issueWords: Record<IssueState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Being sent",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Cancelled",
};

const looks = {
  draft: [CircleDashed, "still"],
  scheduled: [Clock3, "slow"],
  sending: [CircleDot, "fresh"],
  paused: [Pause, "slow"],
  sent: [Send, "good"],
  cancelled: [Ban, "still"],
} as const;

/** One sign and one word for where a newsletter stands. */
export function IssueBadge({ state }: { state: IssueState }) {
  const [Sign, look] = looks[state];
  return (
    <span className={`badge ${look}`}>
      <Sign aria-hidden />
      {issueWords[state]}
    </span>
  );
}
