import ArrowLeft from "lucide-react/icons/arrow-left";
import PhoneOff from "lucide-react/icons/phone-off";
import Send from "lucide-react/icons/send";
import StickyNote from "lucide-react/icons/sticky-note";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Form, Link, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { statusNames } from "#app/domain/leads/lead-kinds.ts";
import { fillTemplate } from "#app/domain/leads/workflow/fill-template.ts";
import { localTime } from "#app/lib/text/moments.ts";
import { FieldError, LabelledField } from "#app/lib/ui/field.tsx";
import { replySlot, useUnsaved } from "../content/saving/unsaved-store.tsx";
import { errorIn } from "../parts/action-result.ts";
import { handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { AnswerStrip } from "../parts/screen.tsx";
import { useFlash } from "../parts/toasts.tsx";
import { useSentText } from "../parts/unsent-text.ts";
import { useLayoutData } from "../shell/layout-data.ts";
import type { Route } from "./+types/lead-pane.ts";
import { formatMinutes, kindAt, leadLists } from "./labels.ts";
import { type LeadPage, leadActions, readOne } from "./lead-screen.ts";
import { LeadSide } from "./lead-side.tsx";
import { languageOf, Record } from "./record.tsx";

export async function loader(args: Route.LoaderArgs) {
  return readOne(await requireScreen(args), kindAt(args.request), args.params.id);
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, leadActions(kindAt(args.request), args.params.id));
}

/** Screen of one message or call request. */
export default function OneLead({ loaderData: lead, actionData: answer }: Route.ComponentProps) {
  return <LeadPane key={lead.id} lead={lead} answer={answer} />;
}

/** Last action result; the router drops it when live updates revalidate the list. */
function useLastAnswer(given: unknown): unknown {
  const [last, setLast] = useState(given);
  if (given !== undefined && given !== last) setLast(given);
  return given ?? last;
}

/** Message, history and reply form, with the details next to them. */
function LeadPane({ lead, answer: given }: { lead: LeadPage; answer: unknown }) {
  const answer = useLastAnswer(given);
  useFlash(answer);
  const [atStart] = useState(answer);
  const [search] = useSearchParams();
  const query = search.toString();
  const { path, title } = leadLists[lead.kind];
  const who = lead.name || lead.email || lead.phone;
  return (
    <article className="one-lead" aria-labelledby="lead-title">
      <Link className="back" to={query ? `${path}?${query}` : path}>
        <ArrowLeft className="icon" aria-hidden /> {title}
      </Link>
      {answer !== undefined && answer === atStart && <AnswerStrip answer={answer} />}
      <div className="conversation">
        <header>
          <h2 id="lead-title" tabIndex={-1} dir="auto" lang={languageOf(who)}>
            {who}
          </h2>
          <p className="meta">
            <span className="num">{lead.reference}</span>
            {lead.company && `, ${lead.company}`}
            {lead.service && `, ${lead.service}`}, <Moment at={lead.createdAt} inSentence />
          </p>
          <Timer lead={lead} />
        </header>
        {lead.mergedInto && (
          <p className="note">
            This is a duplicate. It was merged into <Link to={`${path}/${lead.mergedInto}`}>another one</Link>
            .
          </p>
        )}
        <Record lead={lead} answer={answer} />
        {lead.kind === "call" && <CallOutcome lead={lead} />}
        <ReplyForm lead={lead} answer={answer} />
        <NoteForm answer={answer} />
        <Siblings lead={lead} />
      </div>
      <LeadSide lead={lead} />
    </article>
  );
}

function Timer({ lead }: { lead: LeadPage }) {
  if (lead.status === "spam") return null;
  if (lead.answerMinutes !== null)
    return <p className="small good">First response after {formatMinutes(lead.answerMinutes)}</p>;
  if (lead.status === "closed") return <p className="small mute">Closed without a response</p>;
  if (findLastReply(lead)?.delivery.state === "stored")
    return <p className="small slow">{lead.isLate ? "Overdue: reply" : "Reply"} not sent (no mail server)</p>;
  return (
    <p className={lead.isLate ? "small wrong" : "small mute"}>
      {lead.isLate ? "Overdue: waiting" : "Waiting"} for a first response
      {lead.waited > 0 && ` for ${formatMinutes(lead.waited)}`}
    </p>
  );
}

function findLastReply({ record }: LeadPage) {
  return record.findLast((item) => item.type === "reply");
}

/** Records the outcome of a call: done, or no answer. */
function CallOutcome({ lead: { facts, tries, status } }: { lead: LeadPage }) {
  if (status === "spam" || facts.phones.length === 0) return null;
  return (
    <Form method="post" className="row outcome" aria-label="How the call went">
      <input type="hidden" name="intent" value="outcome" />
      <button className="btn" type="submit" name="outcome" value="done">
        Mark call as done
      </button>
      <button className="btn quiet" type="submit" name="outcome" value="not-reached">
        <PhoneOff className="icon" aria-hidden /> No answer
      </button>
      {tries > 0 && (
        <span className="mute small">Tried {tries === 1 ? "once" : `${tries} times`} so far</span>
      )}
    </Form>
  );
}

/** Form for an internal note, which the sender never sees. */
function NoteForm({ answer }: { answer: unknown }) {
  const refused = errorIn(answer);
  const isMine = refused?.typed.intent === "note";
  const error = isMine ? (refused?.refusal.fields.text ?? refused?.refusal.message) : undefined;
  const box = useRef<HTMLDetailsElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { noteSending, takeSent } = useSentText(field);
  const noted = answerIfHas(answer, "noted");
  // Depends on the answer only, so that live updates leave the form unchanged.
  useEffect(() => {
    if (!noted || !box.current || takeSent() !== "") return;
    const { activeElement } = document;
    box.current.open = false;
    if (activeElement === document.body || box.current.contains(activeElement))
      box.current.querySelector("summary")?.focus();
  }, [noted, takeSent]);
  return (
    <details className="write-note" open={isMine ? true : undefined} ref={box}>
      <summary className="btn quiet compact">
        <StickyNote className="icon" aria-hidden /> Add note
      </summary>
      <Form method="post" className="stack" onSubmit={noteSending}>
        <input type="hidden" name="intent" value="note" />
        <LabelledField label="Internal note, visible to staff only" name="text" id="f-note" error={error}>
          {(control) => (
            <textarea
              className="input"
              {...control}
              ref={field}
              rows={3}
              dir="auto"
              defaultValue={isMine ? refused?.typed.text : ""}
            />
          )}
        </LabelledField>
        <button className="btn quiet" type="submit">
          Save note
        </button>
      </Form>
    </details>
  );
}

/** Other leads from the same address. */
function Siblings({ lead }: { lead: LeadPage }) {
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
                  {kind === "call" ? "call request, " : ""}
                  {statusNames[status].toLowerCase()}
                  {answeredAt ? ", answered" : ""}
                </span>
                <Moment at={at} />
              </summary>
              <p className="says" dir="auto">
                {text || "No text."}
              </p>
              <div className="row">
                <Link className="btn quiet compact" to={`${leadLists[kind].path}/${id}`}>
                  Open
                </Link>
                {kind === lead.kind && (
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    <input type="hidden" name="into" value={lead.id} />
                    <button className="btn quiet compact" type="submit" name="intent" value="merge">
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

/** Reply form, optionally filled from a saved reply; a draft survives the page. */
function ReplyForm({ lead, answer }: { lead: LeadPage; answer: unknown }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const refused = errorIn(answer);
  const isMine = refused?.typed.intent === "reply";
  const { draftSavedAt, saveDraft, noteSending } = useReplyDraft(lead.id, field, answerIfHas(answer, "sent"));
  const seen = useSeenReply(lead.seen, field, isMine && refused?.refusal.code === "stale" ? answer : null);
  const { formData } = useNavigation();
  const { timeZone } = useLayoutData();
  if (lead.email === "" || lead.status === "spam") return null;
  const error = isMine ? (refused?.refusal.fields.text ?? refused?.refusal.message) : undefined;
  const begin = (body: string) => {
    if (!field.current) return;
    const text = fillTemplate(body, { name: lead.name, reference: lead.reference, me: lead.me.name });
    field.current.value = [field.current.value, text].filter(Boolean).join("\n\n");
    field.current.focus();
    saveDraft();
  };
  return (
    <Form method="post" className={error ? "reply bad field" : "reply field"} onSubmit={noteSending}>
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="key" value={lead.key} />
      <label htmlFor="f-text">Reply to {lead.email}</label>
      <textarea
        ref={field}
        className="input"
        id="f-text"
        name="text"
        rows={6}
        dir="auto"
        defaultValue={isMine ? refused?.typed.text : ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "f-text-error" : undefined}
        onInput={saveDraft}
      />
      {error && <FieldError id="f-text-error" text={error} />}
      {seen !== lead.seen && (
        <p className="small slow" role="status">
          {describeNewReply(lead)}
        </p>
      )}
      <div className="row">
        <button
          className="btn"
          type="submit"
          name="status"
          value="open"
          aria-disabled={formData?.get("intent") === "reply"}
        >
          <Send className="icon" aria-hidden /> Send
        </button>
        <button className="btn quiet" type="submit" name="status" value="waiting">
          Send and mark as waiting
        </button>
        <button className="btn quiet" type="submit" name="status" value="closed">
          Send and close
        </button>
        <Templates lead={lead} onChoose={begin} />
        <span className="mute small kept" role="status">
          {draftSavedAt &&
            (draftSavedAt === "before"
              ? "Draft restored"
              : `Draft saved at ${localTime(draftSavedAt, timeZone).slice(11)}`)}
        </span>
      </div>
    </Form>
  );
}

function describeNewReply(lead: LeadPage): string {
  const newest = findLastReply(lead);
  // Compared by id because names are not unique.
  return newest?.authorId === lead.me.id
    ? "You have replied in the meantime, in another window."
    : `${newest?.author ?? "Somebody else"} has replied in the meantime. Read their reply before you send yours.`;
}

/** The action's answer when it has this key, which identifies the action. */
function answerIfHas(answer: unknown, key: "sent" | "noted"): object | null {
  return typeof answer === "object" && answer !== null && key in answer ? answer : null;
}

/**
 * Id of the newest reply that the writer has seen. While they write, another person's reply counts as seen
 * only after a refused save.
 * @param staleRefusal that refusal
 */
function useSeenReply(newest: string, field: RefObject<HTMLTextAreaElement | null>, staleRefusal: unknown) {
  const [seen, setSeen] = useState(newest);
  const [isNotified, setNotified] = useState(false);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!staleRefusal) return;
    setNotified(true);
    void revalidate();
  }, [staleRefusal, revalidate]);
  useLayoutEffect(() => {
    if (seen === newest || (!isNotified && field.current?.value)) return;
    setSeen(newest);
    setNotified(false);
  }, [seen, newest, isNotified, field]);
  return seen;
}

function Templates({ lead: { templates }, onChoose }: { lead: LeadPage; onChoose: (body: string) => void }) {
  if (templates.length === 0) return null;
  return (
    <select
      className="input"
      aria-label="Saved replies"
      value=""
      onChange={(event) => onChoose(templates.find(({ id }) => id === event.target.value)?.body ?? "")}
    >
      <option value="">Saved replies</option>
      {templates.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}

/**
 * Stores an encrypted draft in the browser until it is sent or the user signs out; returns the time of the
 * last save, ISO 8601, or "before".
 * @param sent the answer that confirms sending
 */
function useReplyDraft(id: string, field: RefObject<HTMLTextAreaElement | null>, sent: object | null) {
  const [draftSavedAt, setDraftSavedAt] = useState("");
  const { replies } = useUnsaved();
  const { person } = useLayoutData();
  const slot = replySlot(person.id, id);
  useEffect(() => {
    let isCurrent = true;
    void replies.find(slot).then((found) => {
      const draft = found?.pairs[0]?.[1];
      if (!isCurrent || !draft || field.current?.value !== "") return;
      field.current.value = draft;
      setDraftSavedAt("before");
    });
    return () => {
      isCurrent = false;
    };
  }, [replies, slot, field]);
  const { noteSending, takeSent } = useSentText(field);
  const saveDraft = useCallback(() => {
    const text = field.current?.value ?? "";
    const at = new Date().toISOString();
    const stored = text === "" ? replies.remove(slot) : replies.save({ slot, pairs: [["text", text]], at });
    void stored.then(() => setDraftSavedAt(text === "" ? "" : at));
  }, [replies, slot, field]);
  useEffect(() => {
    if (!sent) return;
    takeSent();
    saveDraft();
  }, [sent, takeSent, saveDraft]);
  return { draftSavedAt, saveDraft, noteSending };
}
