import { type RefObject, useCallback, useRef, useState } from "react";
import { useNavigation } from "react-router";

// Text typed during a submit, or since the data changed, is not in the request and must stay.

/** Removes submitted text from a field once it has been saved. */
export function useSentText(field: RefObject<HTMLTextAreaElement | null>) {
  const sent = useRef("");
  const noteSending = useCallback(() => {
    sent.current = field.current?.value ?? "";
  }, [field]);
  /** Removes the saved text unless it was edited meanwhile; returns the rest. */
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

/** Initial values of a form. */
export interface FormContent<Values> {
  values: Values;
  /** Version that the next save is based on. */
  basedOn: number;
  /** True for values of the server, false for submitted or chosen ones. */
  isStored: boolean;
}

/**
 * Decides when a form takes new values: unsaved typing stays, with its base version, so that the next save
 * detects conflicts.
 * @param wanted current values of the server or of the last answer
 * @param savedAs version saved by the last answer; null when it saved nothing
 */
export function useFormContent<Values>(wanted: FormContent<Values>, savedAs: number | null) {
  const isSending = useNavigation().formMethod === "POST";
  const wantedText = JSON.stringify([wanted.values, wanted.basedOn]);
  const [rendered, setRendered] = useState({ ...wanted, key: 0, from: wantedText });
  const [typing, setTyping] = useState<"none" | "typed" | "sent" | "typed-on" | "has-more">("none");
  const [wasSending, setWasSending] = useState(isSending);
  if (wasSending !== isSending) setWasSending(isSending);
  // The answer arrives before the screen's data.
  const basedOn = Math.max(rendered.basedOn, savedAs ?? 0);
  if (!isSending && wantedText !== rendered.from) {
    const isOvertaken = wanted.isStored && (typing === "typed" || typing === "has-more");
    const stays = typing === "typed-on" || isOvertaken;
    setRendered(
      stays
        ? { ...rendered, basedOn, from: wantedText }
        : { ...wanted, key: rendered.key + 1, from: wantedText },
    );
    if (!isOvertaken) setTyping(stays ? "has-more" : "none");
  } else if (wasSending && !isSending) {
    if (typing === "typed-on") setTyping("has-more");
    if (typing === "sent") setTyping("none");
  }
  return {
    values: rendered.values,
    basedOn,
    /** Changes when the form must render again. */
    key: rendered.key,
    /** Whether it has changes typed after the last submit. */
    hasMore: typing === "has-more",
    noteSending: useCallback(() => setTyping("sent"), []),
    /** Records a change in the form. */
    touch: useCallback(
      () => setTyping((now) => (now === "sent" ? "typed-on" : now === "none" ? "typed" : now)),
      [],
    ),
  };
}
