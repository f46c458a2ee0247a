import { DeedButton } from "../parts/deed-button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { LetterFrame } from "./letter-frame.tsx";
import type { OneMailPage, View } from "./read-one-mail.ts";

const viewNames: Record<View, string> = { letter: "Letter", text: "Plain text", head: "Head" };

/** The letter as it is read, as plain text, or the lines on top of it. */
export function WhatItSays({ page, revealed }: { page: OneMailPage; revealed: string | undefined }) {
  const { mail, view, hasWords, hasSecrets, canReveal } = page;
  if (!hasWords)
    return (
      <Empty title="What it said is not kept">
        <p>
          {hasSecrets
            ? "A letter with links that are its reader’s alone keeps none of its words once it has left or run out."
            : "Nobody wants this mail any more."}
        </p>
      </Empty>
    );
  const path = `/dashboard/mail/${mail.id}`;
  const tabs = Object.entries(viewNames).map(([as, name]) => ({
    ...{ name, isCurrent: as === view },
    to: as === "letter" ? path : `${path}?as=${as}`,
  }));
  return (
    <div className="stack">
      {revealed !== undefined && <pre className="as-text">{revealed}</pre>}
      {hasSecrets && revealed === undefined && (
        <div className="note row">
          <p>
            Links in it that are its reader’s alone are hidden.
            {canReveal && " As there is no mail server, you may need them to help somebody in."}
          </p>
          {canReveal && <DeedButton intent="reveal">Show its links</DeedButton>}
        </div>
      )}
      <Tabs label="As what" tabs={tabs} />
      <Shown page={page} />
    </div>
  );
}

function Shown({ page: { mail, view, text, headers } }: { page: OneMailPage }) {
  if (view === "text") return <pre className="as-text">{text}</pre>;
  if (view === "letter")
    return <LetterFrame src={`/dashboard/mail/${mail.id}/html`} subject={mail.subject} />;
  return (
    <dl className="facts mail-head">
      {headers.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
