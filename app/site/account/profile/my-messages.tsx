import { Link } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import type { ProfilePage } from "./read-profile.ts";
import { Row } from "./row.tsx";

/** What the person has written to the company from the account's address. */
export function MyMessages({ messages }: Pick<ProfilePage, "messages">) {
  return (
    <section className="acc" aria-labelledby="messages">
      <h2 id="messages">My messages</h2>
      {messages.length === 0 ? (
        <p>
          None from this address as yet. <Link to="/contact">Write to us</Link>, and it stands here.
        </p>
      ) : (
        <ul className="rowsx">
          {messages.map(({ reference, summary, at, status, kind }) => (
            <Row
              key={reference}
              title={
                <>
                  <span className="num">{reference}</span> <span lang={languageOf(summary)}>{summary}</span>
                </>
              }
              text={`${kind === "call" ? "Call asked for on" : "Sent on"} ${at}, ${status}`}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
