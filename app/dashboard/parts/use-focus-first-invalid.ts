import { type RefObject, useEffect } from "react";
import { errorIn } from "./action-result.ts";

/**
 * Focuses the first invalid field after a refusal.
 * @param answer of the form's action
 */
export function useFocusFirstInvalid(form: RefObject<HTMLFormElement | null>, answer: unknown): void {
  useEffect(() => {
    const [name] = Object.keys(errorIn(answer)?.refusal.fields ?? {});
    if (name === undefined) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? document.getElementById(`f-${name}`))?.focus();
  }, [answer, form]);
}
