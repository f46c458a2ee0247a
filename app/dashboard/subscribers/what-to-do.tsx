import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { DeedButton } from "../parts/deed-button.tsx";
import type { KnownSubscriber } from "./present.ts";

interface WhatToDoProps {
  subscriber: KnownSubscriber;
  isAdmin: boolean;
}

export function WhatToDo({ subscriber, isAdmin }: WhatToDoProps) {
  const { id, email, status, canRestore } = subscriber;
  const isOn = status === "confirmed" || status === "pending" || status === "bounced";
  return (
    <div className="stack wide-gap">
      <section className="stack">
        <h2 className="t">Actions</h2>
        {canRestore && (
          <Way hint="Only what staff ended can be undone. People who unsubscribed themselves have to subscribe again themselves.">
            <DeedButton intent="restore" values={{ id }}>
              Undo
            </DeedButton>
          </Way>
        )}
        {status === "pending" && (
          <Way hint="Sends the confirmation link again. It is valid for 7 days.">
            <DeedButton intent="ask-again" values={{ id }}>
              Resend confirmation
            </DeedButton>
          </Way>
        )}
        {isOn && (
          <>
            <Way hint="They get no more newsletters. Use this when somebody asks you by phone, for example.">
              <DeedButton intent="unsubscribe" values={{ id }}>
                Unsubscribe
              </DeedButton>
            </Way>
            <Way hint="They reported an e-mail as spam. They get no more newsletters, and imports skip them.">
              <DeedButton intent="complained" values={{ id }}>
                Mark as complained
              </DeedButton>
            </Way>
          </>
        )}
        {!isOn && !canRestore && (
          <p className="note">Only its owner can subscribe this address again, on the site.</p>
        )}
        {isAdmin && (
          <Link className="plain" to={`/dashboard/mail?${new URLSearchParams({ q: email })}`}>
            E-mails to this address
          </Link>
        )}
      </section>
      <Erase id={id} />
    </div>
  );
}

function Way({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="hint">{hint}</p>
    </div>
  );
}

function Erase({ id }: { id: string }) {
  return (
    <section className="stack">
      <h2 className="t">Delete</h2>
      <p className="hint">
        For somebody who asks you to delete their data. The proof of consent is deleted too. This can’t be
        undone. If they only want no more newsletters, unsubscribe them instead, so that no import adds them
        again.
      </p>
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <label className="check">
          <input type="checkbox" name="sure" /> I am sure
        </label>
        <button className="btn q bad" type="submit" name="intent" value="erase">
          Delete permanently
        </button>
      </Form>
    </section>
  );
}
