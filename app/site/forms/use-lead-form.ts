import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { hiddenFields, type LeadFormDescription } from "#app/leads/intake/forms.ts";
import { pageBefore } from "#app/site/parts/page-before.ts";
import { keyFor, readFormDraft, saveDraft } from "./draft.ts";
import type { FormAnswer } from "./form-answer.ts";
import { keyField } from "./key-field.ts";
import { useSendOnce } from "./send-once.ts";

/** What scripts add to a form: a draft that outlives the page, sending again when the connection is back, one key a sending, the time it took, the page before, and no second click. */
export function useLeadForm(
  { name, fields }: LeadFormDescription,
  path: string,
  answer: FormAnswer | undefined,
) {
  const ref = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const [isRestored, setRestored] = useState(false);
  const navigation = useNavigation();
  const isSending = navigation.formAction?.startsWith(path) === true;
  const names = fields.map((field) => field.name);
  const namesText = names.join(" ");
  useEffect(() => {
    shownAt.current = performance.now();
    const values = readFormDraft(name)?.values ?? {};
    setRestored(fillIn(ref.current, namesText.split(" "), values));
  }, [name, namesText]);
  const sendOnce = useSendOnce(answer);
  // What is being changed goes when its writer says so, not in the middle of a sentence.
  const [changed, setChanged] = useState<FormAnswer>();
  const isChanged = answer?.isWaiting === true && changed === answer;
  useEffect(() => {
    if (!answer?.isWaiting || isChanged) return;
    const send = () => ref.current?.requestSubmit();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [answer, isChanged]);
  return {
    ref,
    isSending,
    isRestored,
    /** It waited for the connection, and was changed meanwhile: it no longer goes by itself. */
    isChanged,
    handlers: {
      onInput(event: FormEvent<HTMLFormElement>) {
        saveDraft(name, valuesOf(event.currentTarget, names));
        setChanged(answer);
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        if (!sendOnce(event)) return;
        const form = event.currentTarget;
        setHidden(form, keyField, keyFor(name, valuesOf(form, names)));
        setHidden(form, hiddenFields.referrer, pageBefore());
        setHidden(form, hiddenFields.elapsed, String(Math.round(performance.now() - shownAt.current)));
      },
    },
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Puts a draft into the fields that are still empty; answers whether any was. */
function fillIn(
  form: HTMLFormElement | null,
  names: readonly string[],
  values: Record<string, string>,
): boolean {
  const empty = names.filter((name) => values[name] && controlOf(form, name)?.value === "");
  for (const name of empty) {
    const control = controlOf(form, name);
    if (control) control.value = values[name] ?? "";
  }
  return empty.length > 0;
}

function valuesOf(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? ""]));
}

function setHidden(form: HTMLFormElement, name: string, value: string): void {
  const control = controlOf(form, name);
  if (control) control.value = value;
}

function controlOf(form: HTMLFormElement | null, name: string): Control | null {
  const found = form?.elements.namedItem(name);
  const isControl =
    found instanceof HTMLInputElement ||
    found instanceof HTMLTextAreaElement ||
    found instanceof HTMLSelectElement;
  return isControl ? found : null;
}
