import { StickyNote } from "lucide-react";
import { Form } from "react-router";
import { FieldError } from "#app/ui/field.tsx";
import { refusalIn } from "../parts/answer.ts";
import type { LeadPage } from "./read-one.ts";

/** Something for the others of the staff, which the sender never sees. */
export function NoteForm({ lead, answer }: { lead: LeadPage; answer: unknown }) {
  const refused = refusalIn(answer);
  const isMine = refused?.typed.intent === "note";
  const error = isMine ? (refused?.refusal.fields.text ?? refused?.refusal.message) : undefined;
  // Closes, and is empty again, when a note was kept; whatever else happens meanwhile leaves it as it is.
  const notes = lead.record.filter(({ type }) => type === "note").length;
  return (
    <details className="write-note" open={isMine ? true : undefined} key={notes}>
      <summary className="btn q sm">
        <StickyNote className="i" aria-hidden /> Add note
      </summary>
      <Form method="post" className={error ? "stack f bad" : "stack f"}>
        <input type="hidden" name="intent" value="note" />
        <label htmlFor="f-note">Internal note, visible to staff only</label>
        <textarea
          className="in"
          id="f-note"
          name="text"
          rows={3}
          dir="auto"
          defaultValue={isMine ? refused?.typed.text : ""}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "f-note-error" : undefined}
        />
        {error && <FieldError id="f-note-error" text={error} />}
        <button className="btn q" type="submit">
          Save note
        </button>
      </Form>
    </details>
  );
}
