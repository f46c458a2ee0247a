import { Send } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { fillTemplate } from "#app/leads/workflow/fill-template.ts";
import { FieldError } from "#app/ui/field.tsx";
import { readFormerReply, replySlot } from "../content/saving/reply-slots.ts";
import { useUnsaved } from "../content/saving/unsaved-provider.tsx";
import { errorIn } from "../parts/action-result.ts";
import { useLayoutData } from "../shell/layout-data.ts";
import type { LeadPage } from "./read-one.ts";

/** The answer by mail, begun with a text kept for it if there is one; what is typed outlives the page. */
export function ReplyForm({ lead, answer }: { lead: LeadPage; answer: unknown }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const refused = errorIn(answer);
  const isMine = refused?.typed.intent === "reply";
  const isSent = typeof answer === "object" && answer !== null && "sent" in answer;
  const { keptAt, keep } = useReplyDraft(lead.id, field, isSent);
  const { formData } = useNavigation();
  if (lead.email === "" || lead.status === "spam") return null;
  const error = isMine ? (refused?.refusal.fields.text ?? refused?.refusal.message) : undefined;
  const begin = (body: string) => {
    if (!field.current) return;
    const text = fillTemplate(body, { name: lead.name, reference: lead.reference, me: lead.me.name });
    field.current.value = [field.current.value, text].filter(Boolean).join("\n\n");
    field.current.focus();
    keep();
  };
  return (
    <Form method="post" className={error ? "reply bad field" : "reply field"} key={lead.seen}>
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name="seen" value={lead.seen} />
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
        onInput={keep}
      />
      {error && <FieldError id="f-text-error" text={error} />}
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
          {keptAt && (keptAt === "before" ? "Draft restored" : `Draft saved at ${keptAt}`)}
        </span>
      </div>
    </Form>
  );
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
 * Keeps what was typed in this browser, sealed, for this person alone, until it is sent or they sign out; answers when it was
 * last kept, as a clock shows it.
 */
function useReplyDraft(id: string, field: RefObject<HTMLTextAreaElement | null>, isSent: boolean) {
  const [keptAt, setKeptAt] = useState("");
  const { replies } = useUnsaved();
  const { person } = useLayoutData();
  const slot = replySlot(person.id, id);
  useEffect(() => {
    let isCurrent = true;
    void replies.find(slot).then((found) => {
      const draft = found?.pairs[0]?.[1] ?? readFormerReply(person.id, id);
      if (!isCurrent || !draft || field.current?.value !== "") return;
      field.current.value = draft;
      setKeptAt("before");
    });
    return () => {
      isCurrent = false;
    };
  }, [replies, slot, person.id, id, field]);
  useEffect(() => {
    if (!isSent) return;
    if (field.current) field.current.value = "";
    void replies.forget(slot).then(() => setKeptAt(""));
  }, [isSent, replies, slot, field]);
  const keep = useCallback(() => {
    const text = field.current?.value ?? "";
    const at = new Date();
    const kept =
      text === ""
        ? replies.forget(slot)
        : replies.keep({ slot, pairs: [["text", text]], at: at.toISOString() });
    void kept.then(() => setKeptAt(at.toLocaleTimeString("en-GB")));
  }, [replies, slot, field]);
  return { keptAt, keep };
}
