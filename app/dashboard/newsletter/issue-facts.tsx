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
      <h2 className="t">{startedAt ? "Results" : "Archive"}</h2>
      <dl className="facts">
        {startedAt && <Figures issue={issue} />}
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

function Figures({ issue: { state, figures } }: { issue: IssueScreen }) {
  const { person } = useFrame();
  const { total, sent, kept, failed, dropped, unsubscribed } = figures;
  const left = total - countDone(figures);
  return (
    <>
      <Fact name="Readers">{total.toLocaleString("en")}</Fact>
      <Fact name="Sent">{sent.toLocaleString("en")}</Fact>
      {kept > 0 && (
        <Fact name="Not sent (no mail server)">
          {kept.toLocaleString("en")}{" "}
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
        {dropped.toLocaleString("en")}
        {dropped > 0 && <span className="mute">, no longer subscribed</span>}
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
