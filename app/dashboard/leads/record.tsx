import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import { Form } from "react-router";
import {
  type ReplyDelivery as DeliveryFacts,
  describeDelivery,
} from "#app/domain/leads/inbox/describe-delivery.ts";
import type { TimelineItem } from "#app/domain/leads/inbox/timeline.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { errorIn } from "../parts/action-result.ts";
import { Moment } from "../parts/moment.tsx";
import type { LeadPage } from "./lead-screen.ts";

/** History of one lead, oldest first. */
export function Record({ lead, answer }: { lead: LeadPage; answer: unknown }) {
  return (
    <ol className="record" aria-label="Conversation">
      {lead.record.map((item) => (
        <li key={item.id} className={`of-${item.type}`}>
          <Entry item={item} lead={lead} answer={answer} />
        </li>
      ))}
    </ol>
  );
}

interface EntryProps {
  item: TimelineItem;
  lead: LeadPage;
  answer: unknown;
}

function Entry({ item, lead, answer }: EntryProps) {
  if (item.type === "event")
    return (
      <p className="mute small">
        {item.who} {item.words} · <Moment at={item.at} />
      </p>
    );
  if (item.type === "note") return <Note note={item} answer={answer} />;
  if (item.type === "reply")
    return (
      <>
        <p className="head-of">
          <b>{item.author}</b> replied <Moment at={item.at} inSentence /> ·{" "}
          <DeliveryNote delivery={item.delivery} />
        </p>
        <MessageText text={item.text} />
      </>
    );
  const isDouble = item.id !== lead.id;
  return (
    <>
      {isDouble && (
        <div className="head-of">
          <b>{item.reference}</b> <Moment at={item.at} inSentence />
          <Form method="post" className="inline">
            <input type="hidden" name="moved" value={item.id} />
            <button className="plain small" type="submit" name="intent" value="unmerge">
              Unmerge
            </button>
          </Form>
        </div>
      )}
      <MessageText text={item.text || "No text."} />
    </>
  );
}

function MessageText({ text }: { text: string }) {
  return (
    <p className="says" dir="auto" lang={languageOf(text)}>
      {text}
    </p>
  );
}

type NoteItem = Extract<TimelineItem, { type: "note" }>;

function Note({ note: { id, author, at, text, edits }, answer }: { note: NoteItem; answer: unknown }) {
  const refused = errorIn(answer);
  const isMine = refused?.typed["id-of-note"] === id;
  return (
    <div className="internal-note">
      <p className="head-of">
        <b>Note by {author}</b> <Moment at={at} inSentence />
      </p>
      <MessageText text={text} />
      <div className="row">
        <details open={isMine ? true : undefined}>
          <summary className="plain small">
            <Pencil className="icon" aria-hidden /> Edit
          </summary>
          <Form method="post" className="stack">
            <input type="hidden" name="id-of-note" value={id} />
            <LabelledField
              label="Note"
              name="text"
              id={`f-note-${id}`}
              error={isMine ? (refused?.refusal.fields.text ?? refused?.refusal.message) : undefined}
            >
              {(control) => (
                <textarea
                  className="input"
                  {...control}
                  dir="auto"
                  defaultValue={isMine ? refused?.typed.text : text}
                />
              )}
            </LabelledField>
            <button className="btn quiet compact" type="submit" name="intent" value="change-note">
              Save note
            </button>
          </Form>
        </details>
        <Form method="post">
          <input type="hidden" name="note" value={id} />
          <button className="plain small" type="submit" name="intent" value="remove-note">
            <X className="icon" aria-hidden /> Delete
          </button>
        </Form>
        {edits.length > 0 && (
          <details>
            <summary className="plain small">
              Edited {edits.length === 1 ? "once" : `${edits.length} times`}
            </summary>
            <ol className="edits">
              {edits.map((edit) => (
                <li key={edit.id}>
                  <p className="mute small">
                    Before {edit.editor} edited it <Moment at={edit.at} inSentence />:
                  </p>
                  <MessageText text={edit.text} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </div>
  );
}

/** Delivery state of a mail, with its time. */
export function DeliveryNote({ delivery }: { delivery: DeliveryFacts }) {
  const { words, tone, hasMoment } = describeDelivery(delivery);
  return (
    <span className={tone}>
      {words}
      {hasMoment && delivery.at && (
        <>
          {" "}
          <Moment at={delivery.at} />
        </>
      )}
    </span>
  );
}

/** Language attribute for text that is not English. */
export function languageOf(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}
