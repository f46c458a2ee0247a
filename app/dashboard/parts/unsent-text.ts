import { type RefObject, useCallback, useRef, useState } from "react";
import { useNavigation } from "react-router";

// What is typed while a form is on its way, or before what it shows has changed elsewhere, is in nothing that was sent: it stays.

/** For a field that is emptied once its text has arrived. */
export function useSentText(field: RefObject<HTMLTextAreaElement | null>) {
  const sent = useRef("");
  const noteSending = useCallback(() => {
    sent.current = field.current?.value ?? "";
  }, [field]);
  /** Takes what has arrived out of the field, unless it was changed there; answers what is left. */
  const takeSent = useCallback(() => {
    if (!field.current) return "";
    const { value } = field.current;
    field.current.value = value.startsWith(sent.current)
      ? value.slice(sent.current.length).trimStart()
      : value;
    return field.current.value;
  }, [field]);
  return { noteSending, takeSent };
}

/** What a form is drawn from. */
export interface FormContent<Values> {
  values: Values;
  /** Version that the next save is based on. */
  basedOn: number;
  /** Whether that is how things are stored, and not what was sent or decided here. */
  isStored: boolean;
}

/**
 * For a form whose answer draws it anew. While its person types on, it stays as it is and is only based on what was saved. What
 * is stored by another way meanwhile, such as Undo in a toast, leaves what was typed alone, and the version it is based on: the
 * next save compares the two.
 * @param wanted what it says by now, as the server or the last answer has it
 * @param savedAs version that the last answer says was saved; null when it saved nothing
 */
export function useFormContent<Values>(wanted: FormContent<Values>, savedAs: number | null) {
  const isSending = useNavigation().formMethod === "POST";
  const wantedText = JSON.stringify([wanted.values, wanted.basedOn]);
  const [drawn, setDrawn] = useState({ ...wanted, key: 0, from: wantedText });
  const [typing, setTyping] = useState<"none" | "typed" | "sent" | "typed-on" | "has-more">("none");
  const [wasSending, setWasSending] = useState(isSending);
  if (wasSending !== isSending) setWasSending(isSending);
  // The answer is there before the screen's data are.
  const basedOn = Math.max(drawn.basedOn, savedAs ?? 0);
  if (!isSending && wantedText !== drawn.from) {
    const isOvertaken = wanted.isStored && (typing === "typed" || typing === "has-more");
    const stays = typing === "typed-on" || isOvertaken;
    setDrawn(
      stays ? { ...drawn, basedOn, from: wantedText } : { ...wanted, key: drawn.key + 1, from: wantedText },
    );
    if (!isOvertaken) setTyping(stays ? "has-more" : "none");
  } else if (wasSending && !isSending) {
    if (typing === "typed-on") setTyping("has-more");
    if (typing === "sent") setTyping("none");
  }
  return {
    values: drawn.values,
    basedOn,
    /** A new one draws the form anew. */
    key: drawn.key,
    /** Whether it holds what was typed after what the last answer is about. */
    hasMore: typing === "has-more",
    noteSending: useCallback(() => setTyping("sent"), []),
    /** To be told of each change. */
    touch: useCallback(
      () => setTyping((now) => (now === "sent" ? "typed-on" : now === "none" ? "typed" : now)),
      [],
    ),
  };
}
