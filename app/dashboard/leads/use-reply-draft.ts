import { type RefObject, useCallback, useEffect, useState } from "react";
import { readFormerReply, replySlot } from "../content/saving/reply-slots.ts";
import { useUnsaved } from "../content/saving/unsaved-provider.tsx";
import { useFrame } from "../shell/frame.ts";

/**
 * Keeps what was typed in this browser, sealed, for this person alone, until it is sent or they sign out; answers when it was
 * last kept, as a clock shows it.
 */
export function useReplyDraft(id: string, field: RefObject<HTMLTextAreaElement | null>, isSent: boolean) {
  const [keptAt, setKeptAt] = useState("");
  const { replies } = useUnsaved();
  const { person } = useFrame();
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
