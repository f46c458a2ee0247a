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
        <h2 className="t">What to do</h2>
        {canRestore && (
          <Way hint="Only what one of you ended can be taken back: who left by themselves comes back by themselves.">
            <DeedButton intent="restore" values={{ id }}>
              Take it back
            </DeedButton>
          </Way>
        )}
        {status === "pending" && (
          <Way hint="Mails the link once more. It is good for 7 days.">
            <DeedButton intent="ask-again" values={{ id }}>
              Ask to confirm again
            </DeedButton>
          </Way>
        )}
        {isOn && (
          <>
            <Way hint="Such as after a phone call. They get no newsletter any more.">
              <DeedButton intent="unsubscribe" values={{ id }}>
                Unsubscribe
              </DeedButton>
            </Way>
            <Way hint="They called it spam. They get nothing any more, and an import leaves them out.">
              <DeedButton intent="complained" values={{ id }}>
                They complained
              </DeedButton>
            </Way>
          </>
        )}
        {!isOn && !canRestore && (
          <p className="note">Nobody but its owner can subscribe this address again, on the site.</p>
        )}
        {isAdmin && (
          <Link className="plain" to={`/dashboard/mail?${new URLSearchParams({ q: email })}`}>
            Letters to this address
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
        For somebody who asks you to forget them. The proof of their consent goes too, and nothing brings it
        back. Who only wants no newsletter is better unsubscribed: then no import brings them back.
      </p>
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <label className="check">
          <input type="checkbox" name="sure" /> I am sure
        </label>
        <button className="btn q bad" type="submit" name="intent" value="erase">
          Delete for good
        </button>
      </Form>
    </section>
  );
}
