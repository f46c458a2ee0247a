import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormDescription } from "#app/content/form/describe-form.ts";
import { type Answer, doneIn, type Refused, refusalIn } from "../../parts/answer.ts";
import { useToasts } from "../../parts/toasts.tsx";
import type { Saver } from "../saving/use-saver.ts";
import type { EntryAnswer } from "./entry-deeds.ts";
import type { EntryHead } from "./entry-head.ts";

interface DeedsProps {
  form: FormDescription;
  formRef: RefObject<HTMLFormElement | null>;
  saver: Saver;
  follow(entry: EntryHead): void;
  refuse(refusal: Refused["refusal"], isAsked: boolean): void;
  clear(): void;
}

/** Saves, publishes and so on: what stands in the form goes along, so that nothing typed is left behind. */
export function useDeeds({ form, formRef, saver, follow, refuse, clear }: DeedsProps) {
  const fetcher = useFetcher<Answer<EntryAnswer>>();
  const { say } = useToasts();
  const mark = useRef(0);
  const { autosave, entry: current } = saver;
  const { submit, data } = fetcher;

  const send = useCallback(
    async (intent: string) => {
      clear();
      if (intent === "trash" && current.current) await autosave.flush();
      else if (!hasTitle(formRef.current)) return refuse(untitled(form.fields.title?.label ?? "Title"), true);
      // Saved first and by itself, so that a lost connection is words in the head and never a broken screen.
      else if (!(await autosave.flush("save"))) return;
      if (intent === "save" || !formRef.current) return;
      const body = new FormData(formRef.current);
      body.set("intent", intent);
      const { dashboard } = form;
      const entry = current.current;
      if (entry) body.set("basedOn", String(entry.version));
      mark.current = autosave.mark();
      const action = entry ? `/dashboard/${dashboard.edit}/${entry.id}` : `/dashboard/${dashboard.add}`;
      void submit(body, { method: "post", action });
    },
    [autosave, clear, current, form, formRef, refuse, submit],
  );

  const seen = useRef(data);
  useEffect(() => {
    if (data === undefined || data === seen.current) return;
    seen.current = data;
    const refused = refusalIn(data);
    if (refused) return refuse(refused.refusal, true);
    const done = doneIn(data);
    if (done) say(done);
    if (!("entry" in data) || !data.entry) return;
    current.current = data.entry;
    follow(data.entry);
    autosave.settle(data.entry.savedAt, mark.current);
  }, [data, autosave, current, follow, refuse, say]);
  return { send, isBusy: fetcher.state !== "idle" };
}

function untitled(label: string): Refused["refusal"] {
  return {
    code: "invalid",
    message: "Some fields need another look.",
    fields: { title: `${label} is needed` },
    detail: null,
  };
}

function hasTitle(form: HTMLFormElement | null): boolean {
  return String(form ? (new FormData(form).get("title") ?? "") : "").trim() !== "";
}
