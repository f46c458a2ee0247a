import { DeedButton } from "../parts/deed-button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { LetterFrame } from "./letter-frame.tsx";
import type { OneMailPage, View } from "./read-one-mail.ts";

const viewNames: Record<View, string> = { letter: "E-mail", text: "Plain text", head: "Headers" };

/** The letter as it is read, as plain text, or the lines on top of it. */
export function WhatItSays({ page, revealed }: { page: OneMailPage; revealed: string | undefined }) {
  const { mail, view, hasWords, hasSecrets, canReveal } = page;
  if (!hasWords)
    return (
      <Empty title="Content not kept">
        <p>
          {hasSecrets
            ? "The content of e-mails with personal links is deleted once they are sent or expired."
            : "The content of this e-mail is no longer needed."}
        </p>
      </Empty>
    );
  const path = `/dashboard/mail/${mail.id}`;
  const tabs = Object.entries(viewNames).map(([as, name]) => ({
    name,
    isCurrent: as === view,
    to: as === "letter" ? path : `${path}?as=${as}`,
  }));
  return (
    <div className="stack">
      {revealed !== undefined && <pre className="as-text">{revealed}</pre>}
      {hasSecrets && revealed === undefined && (
        <div className="note row">
          <p>
            Personal links are hidden.
            {canReveal && " There is no mail server, so you may need them to help somebody sign in."}
          </p>
          {canReveal && <DeedButton intent="reveal">Show links</DeedButton>}
        </div>
      )}
      <Tabs label="View as" tabs={tabs} />
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
