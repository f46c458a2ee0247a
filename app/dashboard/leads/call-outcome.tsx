import { PhoneOff } from "lucide-react";
import { Form } from "react-router";
import type { LeadPage } from "./read-one.ts";

/** How a call went: it is done, or nobody was reached. */
export function CallOutcome({ lead: { phone, tries, status } }: { lead: LeadPage }) {
  if (status === "spam" || phone === "") return null;
  return (
    <Form method="post" className="row outcome" aria-label="How the call went">
      <input type="hidden" name="intent" value="outcome" />
      <button className="btn" type="submit" name="outcome" value="done">
        Mark call as done
      </button>
      <button className="btn q" type="submit" name="outcome" value="not-reached">
        <PhoneOff className="i" aria-hidden /> No answer
      </button>
      {tries > 0 && (
        <span className="mute small">Tried {tries === 1 ? "once" : `${tries} times`} so far</span>
      )}
    </Form>
  );
}
