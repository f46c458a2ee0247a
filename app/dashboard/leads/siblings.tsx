import { Form, Link } from "react-router";
import { statusNames } from "#app/leads/statuses.ts";
import { Moment } from "../parts/moment.tsx";
import { placeOf } from "./place-of.ts";
import type { LeadPage } from "./read-one.ts";

/** What else came from the same address, before and after. */
export function Siblings({ lead }: { lead: LeadPage }) {
  if (lead.siblings.length === 0) return null;
  return (
    <section className="siblings" aria-labelledby="siblings-title">
      <h3 id="siblings-title">Also from {lead.email}</h3>
      <ul className="lines">
        {lead.siblings.map(({ id, kind, reference, at, status, text, answeredAt }) => (
          <li key={id}>
            <details>
              <summary>
                <span className="num">{reference}</span>
                <span className="mute">
                  {kind === "calls" ? "call request, " : ""}
                  {statusNames[status].toLowerCase()}
                  {answeredAt ? ", answered" : ""}
                </span>
                <Moment at={at} />
              </summary>
              <p className="says" dir="auto">
                {text || "No text."}
              </p>
              <div className="row">
                <Link className="btn q sm" to={`${placeOf[kind].path}/${id}`}>
                  Open
                </Link>
                {kind === lead.kind && (
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    <input type="hidden" name="into" value={lead.id} />
                    <button className="btn q sm" type="submit" name="intent" value="merge">
                      Merge duplicate
                    </button>
                  </Form>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
