import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import { useFrame } from "../shell/frame.ts";
import type { IssueScreen } from "./read-issue.ts";
import { countDone } from "./say-progress.ts";

/** What became of it, in figures and moments. */
export function IssueFacts({ issue }: { issue: IssueScreen }) {
  const { startedAt, finishedAt, archive, isPublic } = issue;
  return (
    <section>
      <h2 className="t">{startedAt ? "What became of it" : "Afterwards"}</h2>
      <dl className="facts">
        {startedAt && <Figures issue={issue} />}
        {startedAt && (
          <Fact name="Began">
            <Moment at={startedAt} />
          </Fact>
        )}
        {finishedAt && (
          <Fact name="Ended">
            <Moment at={finishedAt} />
          </Fact>
        )}
        <Fact name="On the web">
          {archive ? (
            <a href={archive}>Read it in the archive</a>
          ) : isPublic ? (
            "In the archive once it begins to leave"
          ) : (
            "Kept out of the archive"
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Figures({ issue: { state, figures } }: { issue: IssueScreen }) {
  const { person } = useFrame();
  const { total, sent, failed, dropped, unsubscribed } = figures;
  const left = total - countDone(figures);
  return (
    <>
      <Fact name="Readers">{total.toLocaleString("en")}</Fact>
      <Fact name="Sent">{sent.toLocaleString("en")}</Fact>
      <Fact name="Failed">
        {failed.toLocaleString("en")}{" "}
        {failed > 0 && person.role === "admin" && (
          <Link className="plain" to="/dashboard/mail">
            Reasons under Mail
          </Link>
        )}
      </Fact>
      <Fact name="Dropped">
        {dropped.toLocaleString("en")}
        {dropped > 0 && <span className="mute">, not wanted any more</span>}
      </Fact>
      {state === "cancelled" && left > 0 && <Fact name="Never queued">{left.toLocaleString("en")}</Fact>}
      <Fact name="Unsubscribed">
        {unsubscribed.toLocaleString("en")}
        {unsubscribed > 0 && <span className="mute"> by its link</span>}
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
