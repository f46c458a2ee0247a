import { Fact } from "../parts/fact.tsx";
import { Moment } from "../parts/moment.tsx";
import type { KnownSubscriber } from "./present.ts";
import { StatusBadge } from "./status-badge.tsx";
import { confirmedWords, endedWords } from "./words.ts";

/** Everything that is known of a subscriber: what they agreed to, whether they proved the address, how it ended. */
export function SubscriberFacts({ subscriber }: { subscriber: KnownSubscriber }) {
  const { consentText, consentedAt, page, network, userAgent, reference, spamReasons, confirmedBy } =
    subscriber;
  return (
    <>
      <section>
        <h2 className="t">Consent</h2>
        <blockquote className="consent" dir="auto">
          {consentText}
        </blockquote>
        <dl className="facts">
          <Fact name="Given">
            <Moment at={consentedAt} />
          </Fact>
          <Fact name="Page">{page || (confirmedBy === "import" ? "Imported" : "Unknown")}</Fact>
          {network && <Fact name="Network">{network}</Fact>}
          {userAgent && <Fact name="Browser">{userAgent}</Fact>}
          <Fact name="Reference">{reference}</Fact>
        </dl>
      </section>
      <section>
        <h2 className="t">Status</h2>
        <dl className="facts">
          <Fact name="Status">
            <StatusBadge status={subscriber.status} />
          </Fact>
          <Fact name="Confirmed">
            <Confirmed {...subscriber} />
          </Fact>
          <Ended {...subscriber} />
          {subscriber.bounces > 0 && <Fact name="Bounces">{subscriber.bounces} in a row</Fact>}
          {spamReasons.length > 0 && <Fact name="Spam check">{spamReasons.join(" ")}</Fact>}
        </dl>
      </section>
    </>
  );
}

function Confirmed({ status, confirmedAt, confirmedBy }: KnownSubscriber) {
  if (confirmedAt)
    return (
      <>
        <Moment at={confirmedAt} /> {confirmedBy && confirmedWords[confirmedBy]}
      </>
    );
  return status === "pending" ? "Not yet. They get nothing until they click the link we e-mailed." : "Never";
}

function Ended({ endedAt, endedBy, endedWhy }: KnownSubscriber) {
  if (endedAt === null) return null;
  return (
    <>
      <Fact name="Ended">
        <Moment at={endedAt} /> {endedBy && endedWords[endedBy]}
      </Fact>
      {endedWhy && <Fact name="Reason">{endedWhy}</Fact>}
    </>
  );
}
